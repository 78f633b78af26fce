import { expect, it } from 'vitest';
import { z } from 'zod';
import { toFieldSchema } from '../../contract/content/field-references.ts';
import {
  changeKind,
  createValue,
  describeItem,
  findHint,
  findKinds,
  isShort,
  needsAlternative,
  summarizeItem,
  toLabel,
} from './schema.ts';

const schema = toFieldSchema(
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('link'), label: z.string().optional(), to: z.string() }),
    z.strictObject({ kind: z.literal('group'), label: z.string(), items: z.array(z.string()) }),
  ]),
);

it('a union has its kinds, and a new value is of the first', () => {
  const kinds = findKinds(schema);
  expect(kinds?.property).toBe('kind');
  expect([...(kinds?.options.keys() ?? [])]).toEqual(['link', 'group']);
  expect(createValue(schema)).toEqual({ kind: 'link', to: '' });
  expect(findKinds({ type: 'string' })).toBeNull();
});

it('a value of another kind keeps what both kinds have', () => {
  const group = findKinds(schema)?.options.get('group');
  expect(changeKind(group ?? {}, { kind: 'link', label: 'Read', to: '/blogs' })).toEqual({
    kind: 'group',
    label: 'Read',
    items: [],
  });
});

it('a new number is the least that is allowed', () => {
  expect(createValue(toFieldSchema(z.int().min(1)))).toBe(1);
  expect(createValue(toFieldSchema(z.int()))).toBe(0);
});

it('a type of entries is offered by its label', () => {
  expect(['TRIVIA', 'cards'].map(toLabel)).toEqual(['Trivia', 'Cards']);
});

it('an item of a list is named by its first text, which is not its kind', () => {
  expect(describeItem({ kind: 'group', label: 'Read', items: [] }, schema)).toBe('Read');
  expect(describeItem('Trees', { type: 'string' })).toBe('Trees');
  expect(describeItem([{ to: '/blogs', kind: 'link' }], { type: 'array', items: schema })).toBe('/blogs');
  expect(describeItem({ kind: 'link' }, schema)).toBe('');
  // PostgreSQL orders the properties by the length of their names.
  expect(summarizeItem({ to: '/blogs', kind: 'link', label: 'Read' }, schema)).toBe('Read · /blogs');
});

it('texts of one line stand beside each other, longer ones and pictures do not', () => {
  const shapes = [
    { type: 'string' },
    { type: 'number' },
    { type: 'string', maxLength: 600 },
    { type: 'array' },
  ] as const;
  expect(shapes.map(isShort)).toEqual([true, true, false, false]);
  expect(isShort({ type: 'string', refersTo: 'PICTURE' })).toBe(false);
});

it('a hint by a path is of no other field with the same name', () => {
  expect([findHint('fields.note'), findHint('fields.sheets.0.note')]).toEqual([expect.any(String), undefined]);
});

it('a picture of a page needs an alternative text, the logo of the company does not', () => {
  expect(['fields.sections.1.picture', 'fields.logo', 'fields.sections.0.logo'].map(needsAlternative)).toEqual([
    true,
    false,
    true,
  ]);
});
