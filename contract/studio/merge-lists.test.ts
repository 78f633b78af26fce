import { describe, expect, it } from 'vitest';
import { measureCpuTime } from '../../testing/cpu-time.ts';
import { createEmptyContent, type DraftContent } from './draft-content.ts';
import { mergeContents } from './merge-contents.ts';
import { resolveConflicts } from './resolve-conflicts.ts';
import type { Conflict } from './shapes.ts';

type Fields = Record<string, unknown>;

const createContent = (fields: Fields): DraftContent => ({ ...createEmptyContent('The title'), fields });

function merge(base: Fields, theirs: Fields, ours: Fields) {
  const { content, conflicts } = mergeContents({
    base: createContent(base),
    theirs: createContent(theirs),
    ours: createContent(ours),
  });
  return { content, fields: content.fields, conflicts };
}

const mergeLists = (base: unknown[], theirs: unknown[], ours: unknown[]) =>
  merge({ list: base }, { list: theirs }, { list: ours });

const getRightOption = ({ options, answer }: Fields) => (options as string[])[Number(answer)];

const step = (title: string, text = `The text of ${title}.`) => ({ title, text });

describe('two edits of a list', () => {
  it.each([
    { what: 'additions at the same place', base: ['a'], theirs: ['a', 't'], ours: ['a', 'o'], both: ['a', 't', 'o'] },
    { what: 'the same addition', base: ['a'], theirs: ['a', 'x'], ours: ['x', 'a'], both: ['a', 'x'] },
    { what: 'a removal and an addition', base: ['a', 'b'], theirs: ['b'], ours: ['a', 'n', 'b'], both: ['n', 'b'] },
    {
      what: 'a move and an addition',
      base: ['a', 'b', 'c'],
      theirs: ['c', 'a', 'b'],
      ours: ['a', 'b', 'c', 'd'],
      both: ['c', 'd', 'a', 'b'],
    },
    {
      what: 'a move and a removal',
      base: ['a', 'b', 'c'],
      theirs: ['c', 'a', 'b'],
      ours: ['a', 'c'],
      both: ['c', 'a'],
    },
    {
      what: 'moves in different places',
      base: ['a', 'b', '|', 'c', 'd'],
      theirs: ['b', 'a', '|', 'c', 'd'],
      ours: ['a', 'b', '|', 'd', 'c'],
      both: ['b', 'a', '|', 'd', 'c'],
    },
    {
      what: 'the same move',
      base: ['a', 'b', 'c'],
      theirs: ['c', 'a', 'b'],
      ours: ['c', 'a', 'b'],
      both: ['c', 'a', 'b'],
    },
    {
      what: 'an edited item stays in its place',
      base: ['One item', 'Two items', 'Three'],
      theirs: ['One item', 'Two items', 'Three', 'Four'],
      ours: ['One item', 'Both two items', 'Three'],
      both: ['One item', 'Both two items', 'Three', 'Four'],
    },
    { what: 'other slugs', base: ['dns'], theirs: ['mail'], ours: ['edge'], both: ['mail', 'edge'] },
    {
      what: 'equal items',
      base: ['a', 'a'],
      theirs: ['a', 'a', 'a'],
      ours: ['a', 'a', 'b'],
      both: ['a', 'a', 'a', 'b'],
    },
  ])('keeps $what', ({ base, theirs, ours, both }) => {
    expect(mergeLists(base, theirs, ours)).toMatchObject({ fields: { list: both }, conflicts: [] });
  });

  it('merges the fields of one item, also where the other side has moved it', () => {
    const base = [step('One'), step('Two'), step('Three')];
    const theirs = [step('Three'), step('One'), step('Two')];
    const ours = [step('One'), step('Two', 'Another text.'), step('Three')];
    expect(mergeLists(base, theirs, ours)).toMatchObject({
      fields: { list: [step('Three'), step('One'), step('Two', 'Another text.')] },
      conflicts: [],
    });
    expect(
      mergeLists([step('One')], [step('First', 'The text of One.')], [step('One', 'The other text of One.')]),
    ).toMatchObject({
      fields: { list: [step('First', 'The other text of One.')] },
      conflicts: [],
    });
  });

  it('merges the cells of a chart’s rows by their columns', () => {
    const base = [
      ['2020', 1, 2],
      ['2021', 3, 4],
    ];
    const theirs = [
      ['2020', 5, 2],
      ['2021', 3, 4],
      ['2022', 5, 6],
    ];
    const ours = [
      ['2020', 1, 7],
      ['2021', 3, 8],
    ];
    expect(mergeLists(base, theirs, ours).fields.list).toEqual([
      ['2020', 5, 7],
      ['2021', 3, 8],
      ['2022', 5, 6],
    ]);
    const { conflicts } = mergeLists(base, [['2020', 5, 2]], [['2020', 6, 2]]);
    expect(conflicts).toEqual([{ path: 'fields.list.0.1', offset: null, base: '1', theirs: '5', ours: '6' }]);
  });

  it('is a conflict where both changed the same words of an item, where one removed what the other edited, and where both moved the same items', () => {
    const words = mergeLists([step('One')], [step('One', 'Theirs.')], [step('One', 'Ours.')]);
    expect(words.conflicts).toMatchObject([{ path: 'fields.list.0.text', theirs: 'Theirs.', ours: 'Ours.' }]);

    const removed = mergeLists(
      [step('One'), step('Two'), step('Three')],
      [step('Three')],
      [step('One', 'Edited.'), step('Two'), step('Three')],
    );
    expect(removed.conflicts).toMatchObject([{ path: 'fields.list.0', theirs: 'null' }]);
    expect(removed.fields.list).toEqual([step('One', 'Edited.'), step('Three')]);
    const take = (side: (conflict: Conflict) => string) =>
      resolveConflicts(removed.content, removed.conflicts, removed.conflicts.map(side)).fields.list;
    expect(take(({ theirs }) => theirs)).toEqual([step('Three')]);
    expect(take(({ ours }) => ours)).toEqual([step('One', 'Edited.'), step('Three')]);

    const moved = mergeLists(['a', 'b', 'c'], ['b', 'a', 'c', 'theirs'], ['c', 'b', 'a', 'ours']);
    expect(moved.conflicts.map(({ path }) => path)).toEqual(['fields.list']);
    const [{ theirs, ours } = { theirs: '', ours: '' }] = moved.conflicts;
    // Either order has the additions of both.
    expect(JSON.parse(theirs)).toEqual(['b', 'a', 'ours', 'c', 'theirs']);
    expect(JSON.parse(ours)).toEqual(['c', 'theirs', 'b', 'a', 'ours']);
  });

  it('of more items than are compared is chosen as a whole', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => index);
    const { conflicts } = mergeLists(many, [...many, 1], [...many, 2]);
    expect(conflicts).toMatchObject([{ path: 'fields.list', offset: null }]);
  });
});

describe('two edits of a menu', () => {
  const group = (label: string, ...items: object[]) => ({ kind: 'group', label, items });
  const link = (to: string, label?: string) => ({ to, ...(label ? { label } : {}) });
  const [a, b, c, d, e] = ['/a', '/b', '/c', '/d', '/e'].map((to) => link(to)) as [
    object,
    object,
    object,
    object,
    object,
  ];
  const base = [group('Work', a, b, c), group('Read', d, e)];
  const mergeMenus = (theirs: unknown[], ours: unknown[]) => {
    const { fields, conflicts } = mergeLists(base, theirs, ours);
    return { menu: fields.list, conflicts };
  };

  it('keeps moves from group to group, out of a group and within a group', () => {
    const theirs = [group('Work', b, c), group('Read', d, a, e)];
    const ours = [group('Work', a, b), group('Read', e, d), { kind: 'link', ...c }];
    const both = [group('Work', b), group('Read', e, d, a), { kind: 'link', ...c }];
    expect(mergeMenus(theirs, ours)).toEqual({ menu: both, conflicts: [] });
  });

  it('keeps the order of groups that one side moved, with what the other put into them', () => {
    const ours = [group('Work', a, b), group('Read', d, e, c)];
    expect(mergeMenus([...base].reverse(), ours)).toEqual({ menu: [...ours].reverse(), conflicts: [] });
  });

  it('shows both where one side renamed the link that the other moved to another group', () => {
    const theirs = [group('Work', b, c), group('Read', d, e, a)];
    const { menu, conflicts } = mergeMenus(theirs, [group('Work', link('/a', 'Mine'), b, c), group('Read', d, e)]);
    expect(conflicts).toMatchObject([{ path: 'fields.list.0.items.0', theirs: 'null' }]);
    expect(menu).toEqual([group('Work', link('/a', 'Mine'), b, c), group('Read', d, e, a)]);
  });
});

describe('the right option of a question', () => {
  const base = { options: ['Yes', 'No', 'Perhaps'], answer: 0 };

  it('stays the right one where others add, remove and move options', () => {
    const theirs = { options: ['Never', 'Perhaps', 'No', 'Yes'], answer: 3 };
    const ours = { options: ['Yes', 'Perhaps', 'Always'], answer: 0 };
    const { fields, conflicts } = merge(base, theirs, ours);
    expect(conflicts).toEqual([]);
    expect([...(fields.options as string[])].sort()).toEqual(['Always', 'Never', 'Perhaps', 'Yes']);
    expect(getRightOption(fields)).toBe('Yes');
  });

  it('that one side chose anew is the right one at its place on the other side', () => {
    const theirs = { options: ['Perhaps', 'No', 'Yes'], answer: 2 };
    const { fields, conflicts } = merge(base, theirs, { ...base, answer: 1 });
    expect(conflicts).toEqual([]);
    expect(fields).toEqual({ options: ['Perhaps', 'No', 'Yes'], answer: 1 });
  });

  it('that one side chose and the other removed stays', () => {
    const { fields } = merge(base, { options: ['Yes', 'Perhaps'], answer: 0 }, { ...base, answer: 1 });
    expect(getRightOption(fields)).toBe('No');
  });

  it('is a conflict where both chose another one', () => {
    const theirs = { options: ['No', 'Yes', 'Perhaps'], answer: 0 };
    const { content, fields, conflicts } = merge(base, theirs, { ...base, answer: 2 });
    expect(fields.options).toEqual(['No', 'Yes', 'Perhaps']);
    expect(conflicts).toEqual([{ path: 'fields.answer', offset: null, base: '1', theirs: '0', ours: '2' }]);
    expect(getRightOption(resolveConflicts(content, conflicts, ['2']).fields)).toBe('Perhaps');
  });
});

describe('random edits on both sides', () => {
  let seed = 7;
  const createRandomInteger = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  let count = 0;
  /** Returns a new mark. It ends with a letter, so that no mark contains another. */
  const mark = () => `mark${count++}x`;

  function editWord(text: string): string {
    const words = text.split(' ');
    words.splice(createRandomInteger(words.length + 1), createRandomInteger(4) === 0 ? 1 : 0, mark());
    return words.join(' ');
  }

  /** Makes one random change in a list: an addition, a removal, a move, or an edit of an item. */
  function editList<T>(list: readonly T[], create: () => T, edit: (item: T) => T): T[] {
    const copy = [...list];
    const place = createRandomInteger(copy.length || 1);
    switch (createRandomInteger(copy.length === 0 ? 1 : 4)) {
      case 0:
        copy.splice(place, 0, create());
        break;
      case 1:
        copy.splice(place, 1);
        break;
      case 2:
        copy.splice(createRandomInteger(copy.length), 0, ...copy.splice(place, 1));
        break;
      default:
        copy[place] = edit(copy[place] as T);
    }
    return copy;
  }

  interface TestFields extends Fields {
    deliverables: string[];
    steps: { title: string; text: string }[];
    sheets: { title: string; rows: (string | number)[][] }[];
    options: string[];
    answer: number;
  }

  function editFields(fields: TestFields): TestFields {
    const { deliverables, steps, sheets, options, answer } = fields;
    switch (createRandomInteger(5)) {
      case 0:
        return { ...fields, deliverables: editList(deliverables, mark, editWord) };
      case 1: {
        const create = () => step(mark(), mark());
        const edit = ({ title, text }: TestFields['steps'][number]) =>
          createRandomInteger(2) ? { title: editWord(title), text } : { title, text: editWord(text) };
        return { ...fields, steps: editList(steps, create, edit) };
      }
      case 2: {
        const create = () => ({ title: mark(), rows: [[mark(), 1]] });
        const editRow = ([label, value = 0]: (string | number)[]) =>
          createRandomInteger(2) ? [editWord(String(label)), value] : [label ?? '', mark()];
        const edit = ({ title, rows }: TestFields['sheets'][number]) => ({
          title,
          rows: editList(rows, () => [mark(), createRandomInteger(100)], editRow),
        });
        return { ...fields, sheets: editList(sheets, create, edit) };
      }
      case 3: {
        const right = options[answer];
        const changed = editList(options, mark, editWord);
        const place = changed.indexOf(right ?? '');
        return { ...fields, options: changed, answer: place === -1 ? Math.min(answer, changed.length - 1) : place };
      }
      default:
        return { ...fields, answer: options.length > 0 ? createRandomInteger(options.length) : 0 };
    }
  }

  const base: TestFields = {
    deliverables: ['A report of the site', 'A drawing of the racks', 'A plan'],
    steps: [step('Survey'), step('Plan'), step('Build'), step('Hand over')],
    sheets: [
      {
        title: 'Years',
        rows: [
          ['2020', 1],
          ['2021', 2],
          ['2022', 3],
        ],
      },
      {
        title: 'Places',
        rows: [
          ['Bristol', 4],
          ['Leeds', 5],
        ],
      },
    ],
    options: ['Seven metres', 'Eight metres', 'Nine metres', 'None of these'],
    answer: 1,
  };
  const editSome = (times: number) => {
    let fields = base;
    for (let each = 0; each < times; each++) fields = editFields(fields);
    return fields;
  };
  const findMarks = (value: unknown) => new Set(JSON.stringify(value).match(/mark\d+x/g));

  it('lose no word: each is in the result or in a shown conflict, and each side’s choice keeps its words', () => {
    for (let round = 0; round < 1_000; round++) {
      const theirs = editSome(1 + createRandomInteger(4));
      const ours = editSome(1 + createRandomInteger(4));
      const { content, fields, conflicts } = merge(base, theirs, ours);
      const shown = findMarks([fields, ...conflicts.flatMap((each) => [each.theirs, each.ours])]);
      for (const name of [...findMarks(theirs), ...findMarks(ours)]) expect(shown, `round ${round}`).toContain(name);
      for (const [side, own] of [
        ['theirs', theirs],
        ['ours', ours],
      ] as const) {
        const resolved = resolveConflicts(
          content,
          conflicts,
          conflicts.map((each) => each[side]),
        );
        const kept = findMarks(resolved.fields);
        for (const name of findMarks(own)) expect(kept, `round ${round}, ${side}`).toContain(name);
      }
    }
  });

  it('never change which option is right', () => {
    for (let round = 0; round < 1_000; round++) {
      const theirs = editSome(1 + createRandomInteger(3));
      const ours = editSome(1 + createRandomInteger(3));
      const { fields, conflicts } = merge(base, theirs, ours);
      if (conflicts.some(({ path }) => /^fields\.(?:options|answer)/.test(path))) continue;
      const right = String(getRightOption(fields));
      // The words of the right option may be merged from both sides.
      const splitWords = (text: unknown) => String(text).split(' ');
      const known = [getRightOption(theirs), getRightOption(ours)].map(splitWords);
      expect(
        known.some(
          (side) => splitWords(right).filter((word) => side.includes(word)).length * 2 >= splitWords(right).length,
        ),
        `round ${round}: ${JSON.stringify([theirs.options, theirs.answer, ours.options, ours.answer, fields])}`,
      ).toBe(true);
    }
  });
});

describe('long lists', () => {
  const makeItems = (count: number, words: number, side: number) =>
    Array.from({ length: count }, (_, at) => {
      const text = Array.from({ length: words }, (_, word) => (word * 7 + at * 3 + side).toString(36)).join(' ');
      return { text };
    });

  it.each([
    ['of which every item was edited', 'list', makeItems(200, 300, 0), makeItems(200, 300, 1), makeItems(200, 300, 2)],
    ['of options', 'options', makeItems(2_000, 1, 0), makeItems(2_000, 1, 9_000), makeItems(2_000, 1, 20_000)],
  ])('%s are one conflict with both, found quickly', async (_what, name, base, theirs, ours) => {
    const toFields = (list: unknown[]) => ({ [name]: list, answer: 0 });
    let merged = merge({}, {}, {});
    const time = await measureCpuTime(() => {
      merged = merge(toFields(base), toFields(theirs), toFields(ours));
    });
    expect(merged.fields[name]).toEqual(theirs);
    expect(merged.conflicts.map(({ path }) => path)).toEqual([`fields.${name}`]);
    expect(JSON.parse(merged.conflicts[0]?.ours ?? '')).toEqual(ours);
    expect(time).toBeLessThan(1_500);
  });

  it('of usual items are merged by items', () => {
    const base = makeItems(200, 12, 0);
    const edit = (at: number) => base.map((item, index) => (index === at ? { text: `${item.text} edited` } : item));
    const [theirs, ours] = [edit(3), edit(150)];
    const { fields, conflicts } = mergeLists(base, theirs, ours);
    expect(conflicts).toEqual([]);
    expect(fields.list).toEqual(theirs.map((item, index) => (index === 150 ? ours[150] : item)));
  });
});
