import { expect, it } from 'vitest';
import { z } from 'zod';
import { entryFields } from './entry-fields.ts';
import { typesWithPages } from './entry-types.ts';
import {
  getFieldsSchema,
  getFormSchema,
  listReferencedTypes,
  listReferences,
  mapReferencesBySchema,
  renameInFields,
  toFieldSchema,
} from './field-references.ts';
import { anySlug, createSlugOf, linkTarget } from './reference-schemas.ts';

it('references are found wherever a schema has them, and nowhere else', () => {
  const plan = createSlugOf('PLAN');
  const schema = z.strictObject({
    list: z.array(plan).max(3),
    group: z.strictObject({ link: linkTarget.optional(), text: z.string() }),
    choice: z.union([z.tuple([linkTarget, z.string()]), z.boolean()]).default(false),
    table: z.record(z.string(), linkTarget.nullable()),
    slug: anySlug,
  });
  const value = {
    list: ['small'],
    group: { link: '/a', text: '/a' },
    choice: ['/b', '/b'],
    table: { row: '/c', empty: null },
    slug: 'small',
  };
  const found: string[] = [];
  const changed = mapReferencesBySchema(toFieldSchema(schema), value, ({ path, refersTo, value: old }) => {
    found.push(`${path.join('.')} ${refersTo} ${old}`);
    return `${old}-new`;
  });
  expect(found).toEqual(['list.0 PLAN small', 'group.link LINK /a', 'choice.0 LINK /b', 'table.row LINK /c']);
  expect(changed).toEqual({
    list: ['small-new'],
    group: { link: '/a-new', text: '/a' },
    choice: ['/b-new', '/b'],
    table: { row: '/c-new', empty: null },
    slug: 'small',
  });
});

it('of a union, only the references of the kind of the value are found', () => {
  const kind = z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('link'), to: linkTarget }),
    z.strictObject({ kind: z.literal('group'), to: z.string(), plans: z.array(createSlugOf('PLAN')) }),
  ]);
  const value = [
    { kind: 'link', to: '/a' },
    { kind: 'group', to: '/a', plans: ['small'] },
    { kind: 'later', to: '/a' },
  ];
  const changed = mapReferencesBySchema(toFieldSchema(z.array(kind)), value, ({ value: old }) => `${old}-new`);
  expect(changed).toEqual([
    { kind: 'link', to: '/a-new' },
    { kind: 'group', to: '/a', plans: ['small-new'] },
    value[2],
  ]);
});

it('a draft whose fields do not fit their schema keeps them, and its other references are found', () => {
  const fields = { plans: 'small', microservices: [1, 'edge'], schematic: null, other: { plans: ['small'] } };
  expect(listReferences('SERVICE', fields)).toEqual([
    { path: ['microservices', 1], refersTo: 'MICROSERVICE', value: 'edge', isShown: true },
  ]);
  expect(renameInFields('SERVICE', fields, { type: 'PLAN', slug: 'small' }, 'large')).toBe(fields);
});

it('a link is renamed with its query and fragment, and other links stay', () => {
  const rename = (url: string) =>
    renameInFields('TRIVIA', { source: { title: 'Source', url } }, { type: 'BLOG', slug: 'old' }, 'new');
  expect(rename('/blog/old?x=1#s-part')).toEqual({ source: { title: 'Source', url: '/blog/new?x=1#s-part' } });
  for (const url of ['/blog/old-other', '/old', 'https://example.org/blog/old'])
    expect(rename(url)).toEqual({ source: { title: 'Source', url } });
});

it('the types of entries that own fields name are known', () => {
  expect(listReferencedTypes()).toEqual(['PLAN', 'MICROSERVICE']);
});

it.each(typesWithPages)('the schema of the own fields of %s has no references to itself', (type) => {
  expect(Object.keys(getFieldsSchema(type).properties ?? {})).toEqual(Object.keys(entryFields[type].shape));
});

it('the form of a setting says what holds for the fields that are left out', () => {
  const { contact, mails } = getFormSchema('SETTING', 'forms').properties ?? {};
  expect(contact?.properties?.send).toMatchObject({ type: 'string', usual: 'Send message' });
  expect(mails?.properties?.greetingWithoutName?.usual).toBe('Hello,');
  expect(getFormSchema('SETTING', 'lists').properties?.BLOG?.properties?.pageSize?.usual).toEqual(expect.any(Number));
  expect(getFormSchema('SETTING', 'company').properties?.currency?.usual).toBe('EUR');
});
