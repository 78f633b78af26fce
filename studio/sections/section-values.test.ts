import { expect, it } from 'vitest';
import { toFieldSchema } from '../../contract/content/field-references.ts';
import { sectionSchemas, sections } from '../../contract/content/section-schemas.ts';
import { sectionKinds } from '../../contract/content/sections.ts';
import { sectionDrawings } from './drawings.ts';
import {
  copySection,
  createSection,
  findSectionKinds,
  getFirstWords,
  getSectionSchemas,
  insertAfter,
  moveSection,
  nameSection,
  readSections,
  type SectionValue,
} from './section-values.ts';

const schemas = getSectionSchemas(toFieldSchema(sections));
const [a, b, c] = ['a', 'b', 'c'].map((id): SectionValue => ({ id, kind: 'text', text: id })) as [
  SectionValue,
  SectionValue,
  SectionValue,
];
const listIds = (list: SectionValue[]) => list.map(({ id }) => id).join('');

it('every kind has a schema and a drawing of its own', () => {
  expect([...schemas.keys()].sort()).toEqual([...sectionKinds].sort());
  expect(new Set(Object.values(sectionDrawings).map((drawing) => JSON.stringify(drawing))).size).toBe(
    sectionKinds.length,
  );
});

it.each(sectionKinds)('a new section of the kind %s has a random id, and lacks only what its editor writes', (kind) => {
  const schema = schemas.get(kind) ?? {};
  const section = createSection(schema);
  expect(section.kind).toBe(kind);
  expect(createSection(schema).id).not.toBe(section.id);
  const { error } = sectionSchemas[kind].safeParse(section);
  // Nothing is of a wrong type, unknown or missing; texts are empty.
  const codes = (error?.issues ?? []).map(({ code }) => code);
  expect(codes.filter((code) => !['too_small', 'custom', 'invalid_format'].includes(code))).toEqual([]);
});

it('sections are inserted, moved and copied by their ids', () => {
  expect(listIds(insertAfter([a, b], 'a', c))).toBe('acb');
  expect(listIds(insertAfter([a, b], null, c))).toBe('cab');
  expect(listIds(insertAfter([a, b], 'gone', c))).toBe('abc');
  expect(listIds(moveSection([a, b, c], 'a', 2))).toBe('bca');
  expect(listIds(moveSection([a, b, c], 'gone', 0))).toBe('abc');
  const copy = copySection({ ...a, anchor: 'prices' });
  expect(copy).toEqual({ id: expect.stringMatching(/^[a-z0-9]{10}$/), kind: 'text', text: 'a' });
  expect(copy.id).not.toBe('a');
});

it('a section is named by kind and title, or by its place', () => {
  expect(nameSection({ ...a, title: 'Our story' }, 1)).toBe('Text “Our story”');
  expect(nameSection({ id: 'x', kind: 'hero', heading: 'Apples by post' }, 0)).toBe('Opening “Apples by post”');
  expect(nameSection({ id: 'x', kind: 'picks' }, 3)).toBe('Picked for the visitor, section 4');
  expect(nameSection({ id: 'x', kind: 'laterKind' }, 0)).toBe('Later kind, section 1');
});

it('the first words of a section are its texts and choices without markup and addresses', () => {
  const getWords = (section: SectionValue) => getFirstWords(schemas.get(section.kind) ?? {}, section);
  expect(
    getWords({ id: 'x', kind: 'text', title: 'Left out', text: '## Since 1931\n\nWe **grow** [apples](/a).' }),
  ).toBe('Since 1931 We grow apples.');
  expect(
    getWords({ id: 'x', kind: 'entries', lists: [{ type: 'BLOG', count: 3, as: 'cards', pinned: ['/blog/a'] }] }),
  ).toBe('Blog · Cards');
  expect(
    getWords({
      id: 'x',
      kind: 'hero',
      heading: 'Left out',
      lede: 'By post',
      art: { kind: 'picture', name: 'mill.jpg' },
    }),
  ).toBe('By post');
  expect(getWords({ ...a, text: 'word '.repeat(60) })).toHaveLength(120);
});

it('kinds are found by their words', () => {
  const find = (text: string) => findSectionKinds(sectionKinds, text).map(({ kind }) => kind);
  expect(find('gal')).toEqual(['gallery']);
  expect(find('quest')[0]).toBe('quiz');
  expect(find('')).toHaveLength(sectionKinds.length);
});

it('a list that does not fit the schema is read as far as possible', () => {
  expect(readSections('none')).toEqual([]);
  expect(readSections([null, { kind: 'text' }, a])).toEqual([{ id: 'section-1', kind: 'text' }, a]);
});
