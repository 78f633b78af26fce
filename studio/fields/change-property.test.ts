import { expect, it } from 'vitest';
import { changeAt, changeProperty, describePath } from './change-property.ts';

const trivia = { question: 'Which?', options: ['This', 'That', 'Both'], answer: 1 };

it('the answer stays with its option while options are moved and removed', () => {
  const moved = changeProperty(trivia, 'options', ['That', 'This', 'Both'], [1, 0, 2]);
  expect(moved).toEqual({ question: 'Which?', options: ['That', 'This', 'Both'], answer: 0 });
  expect(changeProperty(moved, 'options', ['That', 'Both'], [0, 2])).toMatchObject({ answer: 0 });
  expect(changeProperty(trivia, 'options', ['That', 'Both'], [1, 2])).toMatchObject({ answer: 0 });
});

it('the answer stays with its option where two options have the same text', () => {
  const equal = { options: ['', '', 'That'], answer: 0 };
  expect(changeProperty(equal, 'options', ['', '', 'That'], [1, 0, 2])).toEqual({ ...equal, answer: 1 });
});

it('no answer is left when its option is removed', () => {
  expect(changeProperty(trivia, 'options', ['This', 'Both'], [0, 2])).toEqual({
    question: 'Which?',
    options: ['This', 'Both'],
  });
});

it('a typed option, an added option and any other property change nothing else', () => {
  expect(changeProperty(trivia, 'options', ['This', 'Those', 'Both'])).toMatchObject({ answer: 1 });
  expect(changeProperty(trivia, 'answer', 2)).toEqual({ ...trivia, answer: 2 });
  expect(changeProperty(trivia, 'question', undefined)).toEqual({ options: trivia.options, answer: 1 });
  expect(changeProperty({ ...trivia, steps: ['a', 'b'] }, 'steps', ['b', 'a'], [1, 0])).toMatchObject({ answer: 1 });
});

it('changes the value at a path, and keeps everything beside it as it is', () => {
  const fields = { sections: [{ id: 'a', text: 'old' }, { id: 'b' }], lede: 'Stays' };
  const changed = changeAt(fields, ['sections', '0', 'text'], 'new') as typeof fields;
  expect(changed).toEqual({ sections: [{ id: 'a', text: 'new' }, { id: 'b' }], lede: 'Stays' });
  expect(changed.sections[1]).toBe(fields.sections[1]);
  expect(changeAt(undefined, ['art', 'name'], 'mill.jpg')).toEqual({ art: { name: 'mill.jpg' } });
});

it.each([
  ['title', 'Title'],
  ['body', 'Text'],
  ['content.title', 'Title'],
  ['slug', 'Address'],
  ['keywords.2', 'Keyword 3'],
  ['interests.0', 'Interest 1'],
  ['fields.tagline', 'Tagline'],
  ['fields.sheets.0.title', 'Sheet 1, title'],
  ['fields.sheets.1.rows.2.1', 'Sheet 2, row 3, column 2'],
  ['fields.sheets.0.source.url', 'Sheet 1, source, address'],
  ['fields.dependsOn.0', 'Depends on 1'],
  ['fields.faqs.3.answer', 'Question 4, answer'],
  ['fields.schematic.links.1.0', 'Schematic, link 2, from'],
  ['fields', 'Facts'],
])('%s is read as %s', (path, words) => expect(describePath(path)).toBe(words));

it('a section is named by its kind and title, and a section without a title by its place', () => {
  const fields = {
    sections: [
      { id: 'a', kind: 'text', title: 'Our story' },
      { id: 'b', kind: 'features' },
    ],
  };
  expect(describePath('fields.sections.0.text', fields)).toBe('Text “Our story”, text');
  expect(describePath('fields.sections.1.features.0.link.label', fields)).toBe(
    'Features, section 2, feature 1, link, label',
  );
  expect(describePath('fields.sections.1', fields)).toBe('Features, section 2');
  expect(describePath('fields.sections.4.title', fields)).toBe('Section 5, title');
  expect(describePath('fields.sections', fields)).toBe('Sections');
});
