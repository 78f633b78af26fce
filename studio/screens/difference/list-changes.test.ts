import { expect, it } from 'vitest';
import { createEmptyContent } from '../../../contract/studio/draft-content.ts';
import { listChanges } from './list-changes.ts';

const content = createEmptyContent('A title');

it('lists the fields that differ, with what is less and more', () => {
  const after = { ...content, title: 'A new title', keywords: ['one'] };
  expect(listChanges(content, after)).toEqual([
    {
      label: 'Title',
      parts: [
        { kind: 'same', text: 'A ' },
        { kind: 'added', text: 'new ' },
        { kind: 'same', text: 'title' },
      ],
    },
    { label: 'Keywords', parts: [{ kind: 'added', text: 'one\n' }] },
  ]);
  expect(listChanges(content, content)).toEqual([]);
});

it('shows what surrounds a change inside a list of groups', () => {
  const withSteps = (text: string) => ({ ...content, fields: { steps: [{ title: 'First', text }] } });
  const [change] = listChanges(withSteps('old'), withSteps('new'));
  expect(change?.label).toBe('Steps');
  expect(change?.parts).toContainEqual({ kind: 'removed', text: 'old' });
  expect(change?.parts[0]).toMatchObject({ kind: 'same', text: expect.stringContaining('Title: First') });
});

it('leaves out equal lines that are far from a change', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');
  const [change] = listChanges({ ...content, body: lines }, { ...content, body: `${lines}end\n` });
  expect(change).toEqual({
    label: 'Text',
    parts: [
      { kind: 'omitted', lines: 17 },
      { kind: 'same', text: 'line 17\nline 18\nline 19\n' },
      { kind: 'added', text: 'end\n' },
    ],
  });
});

it('compares each section with itself wherever it stands, and shows a changed order apart', () => {
  const withSections = (...sections: object[]) => ({ ...content, fields: { sections } });
  const [story, prices, form] = [
    { id: 'a', kind: 'text', title: 'Our story', text: 'Since 1931' },
    { id: 'b', kind: 'plans', title: 'Prices', as: 'highlights' },
    { id: 'c', kind: 'form', form: 'contact' },
  ] as const;
  const changes = listChanges(
    withSections(story, prices, form),
    withSections(prices, { ...story, text: 'Since 1932' }, { id: 'd', kind: 'people' }),
  );
  expect(changes.map(({ label }) => label)).toEqual([
    'Text “Our story”',
    'Form, section 3',
    'Order of sections',
    'People, section 3',
  ]);
  expect(changes[0]?.parts).toContainEqual({ kind: 'removed', text: '1931' });
  expect(changes[2]?.parts).toContainEqual({ kind: 'same', text: expect.stringContaining('Plans “Prices”') });
  expect(listChanges(withSections(story, prices), withSections(story, { ...prices, title: 'Plans' }))).toHaveLength(1);
});
