import { describe, expect, it } from 'vitest';
import { measureCpuTime } from '../../testing/cpu-time.ts';
import { createEmptyContent, type DraftContent } from './draft-content.ts';
import { isSameContent, mergeContents } from './merge-contents.ts';
import { resolveConflicts } from './resolve-conflicts.ts';

const base: DraftContent = {
  ...createEmptyContent('The title'),
  summary: 'One summary.',
  body: 'First line.\n\nSecond line has several words.\n\nThird line.\n',
  keywords: ['a', 'b'],
  fields: { tagline: 'Tagline', steps: [{ title: 'One' }], price: '7.9 ms' },
};
const merge = (theirs: Partial<DraftContent>, ours: Partial<DraftContent>) =>
  mergeContents({ base, theirs: { ...base, ...theirs }, ours: { ...base, ...ours } });

describe('two edits of one content', () => {
  it('in different fields are both kept', () => {
    const { content, conflicts } = merge({ title: 'Their title' }, { summary: 'Our summary.' });
    expect(conflicts).toEqual([]);
    expect(content).toMatchObject({ title: 'Their title', summary: 'Our summary.' });
  });

  it('in different lines of the body are both kept', () => {
    const theirs = base.body.replace('First', '1st');
    const ours = base.body.replace('Third', '3rd');
    expect(merge({ body: theirs }, { body: ours })).toMatchObject({
      content: { body: theirs.replace('Third', '3rd') },
      conflicts: [],
    });
  });

  it('in different words of one line are both kept', () => {
    const { content, conflicts } = merge(
      { body: base.body.replace('Second', 'Another') },
      { body: base.body.replace('several', 'many') },
    );
    expect(conflicts).toEqual([]);
    expect(content.body).toContain('Another line has many words.');
  });

  it('are merged quickly where many long lines differ, and the rest of a long merge is a conflict', async () => {
    const makeBody = (word: string, first: string) =>
      Array.from({ length: 600 }, (_, at) =>
        at % 2
          ? `same ${at}\n`
          : `${at === 0 ? first : ''} ${Array.from({ length: 400 }, (_, each) => word + each).join(' ')}\n`,
      ).join('');
    const long = { ...base, body: makeBody('base', 'one two') };
    const theirs = { ...long, title: 'Their title', body: makeBody('theirs', 'one three') };
    const ours = { ...long, summary: 'Our summary.', body: makeBody('ours', 'four two') };
    let merged = mergeContents({ base, theirs: base, ours: base });
    const time = await measureCpuTime(() => {
      merged = mergeContents({ base: long, theirs, ours });
    });
    expect(time).toBeLessThan(4_000);
    expect(merged.content).toMatchObject({ title: 'Their title', summary: 'Our summary.', body: theirs.body });
    expect(merged.conflicts.map((conflict) => conflict.path)).toEqual(Array(300).fill('body'));
  });

  it('of the same words are a conflict with all three texts, and nothing is chosen', () => {
    const theirs = base.body.replace('several', 'many');
    const ours = base.body.replace('several', 'few');
    const { conflicts } = merge({ body: theirs }, { body: ours });
    const line = 'Second line has several words.\n';
    expect(conflicts).toEqual([
      {
        path: 'body',
        offset: 13,
        base: line,
        theirs: line.replace('several', 'many'),
        ours: line.replace('several', 'few'),
      },
    ]);
  });

  it('become one by the texts that a person chooses, beside everything that was merged', () => {
    const theirs = { body: base.body.replace('several', 'many').replace('First', 'Their first'), title: 'Theirs' };
    const ours = { body: base.body.replace('several', 'few').replace('Third', 'Our third'), title: 'Ours' };
    const { content, conflicts } = merge(theirs, ours);
    expect(conflicts.map(({ path }) => path)).toEqual(['title', 'body']);
    const chosen = resolveConflicts(content, conflicts, ['Both', 'Second line has some words.\n']);
    expect(chosen.title).toBe('Both');
    expect(chosen.body).toBe('Their first line.\n\nSecond line has some words.\n\nOur third line.\n');
  });

  it('that are the same are no conflict', () => {
    const body = base.body.replace('several', 'many');
    expect(merge({ body }, { body })).toEqual({ content: { ...base, body }, conflicts: [] });
  });

  it('of a list keep what either side added, and remove what either side removed', () => {
    expect(merge({ keywords: ['b', 'c'] }, { keywords: ['a', 'b', 'd'] }).content.keywords).toEqual(['b', 'c', 'd']);
  });

  it('of own fields are merged field by field', () => {
    const theirs = { ...base.fields, tagline: 'Their tagline' };
    const ours = { ...base.fields, steps: [{ title: 'One' }, { title: 'Two' }] };
    const { content, conflicts } = merge({ fields: theirs }, { fields: ours });
    expect(conflicts).toEqual([]);
    expect(content.fields).toEqual({ tagline: 'Their tagline', steps: ours.steps, price: '7.9 ms' });
  });

  it('never mix the characters of one word, such as a price', () => {
    const createFields = (price: string) => ({ ...base.fields, price });
    const { conflicts } = merge({ fields: createFields('17.9 ms') }, { fields: createFields('7.95 ms') });
    expect(conflicts).toMatchObject([{ path: 'fields.price', theirs: '17.9 ms', ours: '7.95 ms' }]);
  });

  it('where one side removed a field and the other changed it are a conflict', () => {
    const { tagline: _, ...without } = base.fields;
    const { conflicts } = merge({ fields: without }, { fields: { ...base.fields, tagline: 'Changed' } });
    expect(conflicts).toMatchObject([{ path: 'fields.tagline', ours: '"Changed"' }]);
  });
});

it('three random edits on each side lose no word: each is in the result or in a shown conflict', () => {
  let seed = 1;
  const createRandomInteger = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const lines = Array.from({ length: 30 }, (_, line) => `Line ${line} has eight words in all here.`);
  let marker = 0;
  const edit = (text: string) => {
    const markers: string[] = [];
    const changed = text.split('\n');
    for (let each = 0; each < 3; each++) {
      const words = (changed[createRandomInteger(30)] ?? '').split(' ');
      const name = `marker${marker++}`;
      markers.push(name);
      words.splice(createRandomInteger(words.length + 1), 0, name);
      changed[createRandomInteger(30)] = words.join(' ');
    }
    return { text: changed.join('\n'), markers };
  };
  for (let round = 0; round < 300; round++) {
    const body = `${lines.join('\n')}\n`;
    const theirs = edit(body);
    const ours = edit(body);
    const { content, conflicts } = mergeContents({
      base: { ...base, body },
      theirs: { ...base, body: theirs.text },
      ours: { ...base, body: ours.text },
    });
    const seen = [content.body, ...conflicts.flatMap((each) => [each.theirs, each.ours])].join('\n');
    // A later edit may have replaced a line with an earlier marker.
    const kept = [...theirs.markers, ...ours.markers].filter((name) => `${theirs.text}${ours.text}`.includes(name));
    for (const name of kept) expect(seen).toContain(name);
  }
});

it('a long text of equal lines is merged without comparing each line with each', () => {
  const lines = Array.from({ length: 20_000 }, (_, line) => (line % 2 ? '\n' : `| ${line % 7} |\n`));
  const theirs = ['Their first line\n', ...lines];
  const ours = [...lines, 'Our last line\n'];
  const { content, conflicts } = mergeContents({
    base: { ...base, body: lines.join('') },
    theirs: { ...base, body: theirs.join('') },
    ours: { ...base, body: ours.join('') },
  });
  expect(conflicts).toEqual([]);
  expect(content.body).toBe(['Their first line\n', ...ours].join(''));
});

it('two long texts that have nothing in common are one conflict with both', () => {
  const make = (word: string) => Array.from({ length: 5_000 }, (_, line) => `${word} ${line}`).join('\n');
  const [theirs, ours] = [make('theirs'), make('ours')];
  const { conflicts } = mergeContents({
    base: { ...base, body: make('base') },
    theirs: { ...base, body: theirs },
    ours: { ...base, body: ours },
  });
  expect(conflicts).toMatchObject([{ path: 'body', theirs, ours }]);
});

it('two contents are the same whatever the order of their own fields', () => {
  expect(isSameContent({ ...base, fields: { a: 1, b: 2 } }, { ...base, fields: { b: 2, a: 1 } })).toBe(true);
  expect(isSameContent(base, { ...base, position: 1 })).toBe(false);
});
