import { describe, expect, it } from 'vitest';
import { createEmptyContent, type DraftContent } from './draft-content.ts';
import { mergeContents } from './merge-contents.ts';
import { resolveConflicts } from './resolve-conflicts.ts';

type Section = Record<string, unknown> & { id: string };

const text = (id: string, words = `The words of ${id}.`): Section => ({ id, kind: 'text', text: words });
const createContent = (sections: Section[]): DraftContent => ({ ...createEmptyContent('Page'), fields: { sections } });

function merge(base: Section[], theirs: Section[], ours: Section[]) {
  const { content, conflicts } = mergeContents({
    base: createContent(base),
    theirs: createContent(theirs),
    ours: createContent(ours),
  });
  return { content, sections: content.fields.sections as Section[], conflicts };
}

const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((id) => text(id)) as [
  Section,
  Section,
  Section,
  Section,
  Section,
];
const base = [a, b, c, d, e];
const toIds = (sections: Section[]) => sections.map(({ id }) => id).join('');

describe('two edits of a list whose items have an id', () => {
  it('a moved item keeps the edit of the other side, also when all its words are new', () => {
    const edited = { id: 'e', kind: 'quotes', quotes: [{ text: 'Nothing is the same.', name: 'Ada' }] };
    const { sections, conflicts } = merge(base, [e, a, b, c, d], [a, b, c, d, edited]);
    expect(conflicts).toEqual([]);
    expect(sections).toEqual([edited, a, b, c, d]);
  });

  it.each([
    { what: 'each side moves another item', theirs: [e, a, b, c, d], ours: [a, c, d, b, e], both: 'eacdb' },
    {
      what: 'both move the same item to the same place',
      theirs: [c, a, b, d, e],
      ours: [c, a, b, e, d],
      both: 'cabed',
    },
    { what: 'one moves, the other removes', theirs: [e, a, b, c, d], ours: [a, b, d, e], both: 'eabd' },
    { what: 'one moves, the other adds', theirs: [e, a, b, c, d], ours: [a, text('n'), b, c, d, e], both: 'eanbcd' },
    { what: 'both add', theirs: [a, text('t'), b, c, d, e], ours: [a, text('o'), b, c, d, e], both: 'atobcde' },
    {
      what: 'a copy with an id of its own is added',
      theirs: [a, text('n', 'The words of a.'), b, c, d, e],
      ours: [b, a, c, d, e],
      both: 'banCde'.replace('C', 'c'),
    },
  ])('are merged: $what', ({ theirs, ours, both }) => {
    const { sections, conflicts } = merge(base, theirs, ours);
    expect(conflicts).toEqual([]);
    expect(toIds(sections)).toBe(both);
  });

  it('an item with a new id is a new one, however alike it is to a removed one', () => {
    const other = text('n', 'The words of a.');
    const edited = text('a', 'The words of a, edited.');
    const { sections, conflicts } = merge([a, b], [other, b], [edited, b]);
    expect(toIds(sections).split('').sort().join('')).toBe('abn');
    expect(conflicts).toMatchObject([{ path: expect.stringMatching(/^fields\.sections\.\d$/), offset: null }]);
  });

  it('an item that both add under one id is one item, and different words in it are a conflict', () => {
    const { sections, conflicts } = merge([a], [a, text('n', 'Their words.')], [a, text('n', 'Our sentence.')]);
    expect(toIds(sections)).toBe('an');
    expect(conflicts.length).toBeGreaterThan(0);
    expect(conflicts.every(({ path }) => path === 'fields.sections.1.text')).toBe(true);
  });

  it('an item that both move to different places is a conflict in which each choice has all edits', () => {
    const theirs = [c, a, b, d, text('e', 'Their words of e.')];
    const ours = [text('a', 'Our words of a.'), b, d, e, c];
    const merged = merge(base, theirs, ours);
    expect(merged.conflicts).toMatchObject([{ path: 'fields.sections' }]);
    for (const side of ['theirs', 'ours'] as const) {
      const [conflict] = merged.conflicts;
      const { fields } = resolveConflicts(merged.content, merged.conflicts, conflict ? [conflict[side]] : []);
      const sections = fields.sections as Section[];
      expect(toIds(sections).split('').sort().join('')).toBe('abcde');
      expect(sections.map(({ text: words }) => words)).toEqual(
        expect.arrayContaining(['Their words of e.', 'Our words of a.']),
      );
    }
  });

  it('any two sequences of edits lose no item and no edit', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    function edit(
      sections: Section[],
      side: string,
    ): { sections: Section[]; added: string[]; edited: string[]; removed: string[] } {
      const list = [...sections];
      const done = { added: [] as string[], edited: [] as string[], removed: [] as string[] };
      for (let step = 0; step < 4; step++) {
        const at = random(list.length);
        const section = list[at];
        const kind = random(4);
        if (!section) continue;
        if (kind === 0) list.splice(random(list.length), 0, ...list.splice(at, 1));
        else if (kind === 1) {
          const id = `${side}${step}${random(1e6)}`;
          list.splice(at, 0, text(id));
          done.added.push(id);
        } else if (kind === 2) {
          list[at] = { ...section, [side]: `Edited by ${side} in step ${step}.` };
          done.edited.push(section.id);
        } else if (!done.added.includes(section.id)) {
          list.splice(at, 1);
          done.removed.push(section.id);
        }
      }
      return { sections: list, ...done };
    }
    for (let round = 0; round < 500; round++) {
      const [theirs, ours] = [edit(base, 'theirs'), edit(base, 'ours')];
      const { sections } = merge(base, theirs.sections, ours.sections);
      const ids = sections.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining([...theirs.added, ...ours.added]));
      const stays = ({ id }: Section) => !theirs.removed.includes(id) && !ours.removed.includes(id);
      expect(ids).toEqual(expect.arrayContaining(base.filter(stays).map(({ id }) => id)));
      for (const [side, { sections: own, edited, removed }] of Object.entries({ theirs, ours }))
        for (const id of edited.filter((each) => !removed.includes(each))) {
          const value = own.find((each) => each.id === id)?.[side];
          expect([id, sections.find((each) => each.id === id)?.[side]]).toEqual([id, value]);
        }
    }
  });
});
