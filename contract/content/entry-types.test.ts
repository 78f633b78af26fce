import { describe, expect, it } from 'vitest';
import { createSampleFields } from '../../testing/sample-fields.ts';
import { endpoints } from '../http/endpoints.ts';
import { entryFields } from './entry-fields.ts';
import { type EntryOperation, getEntryApiPath } from './entry-paths.ts';
import { getEntryPath, getEntryType, selectableTypes, typesWithPages } from './entry-types.ts';
import { listDefaults } from './list-defaults.ts';
import { storedLists } from './list-schemas.ts';
import { isListedType } from './list-settings.ts';
import { fixedPaths, isSitePath } from './site-paths.ts';

/** The types whose schema has rules that no JSON Schema can say, such as that a link joins two parts of a drawing. */
const typesWithRules: ReadonlySet<string> = new Set(['SERVICE', 'MICROSERVICE', 'INFOGRAPHIC']);

const nothing: ReadonlySet<string> = new Set();

it('names the selectable types as the specification does, and by default their lists too', () => {
  const names = selectableTypes.map((type) => [type, getEntryType(type).label, listDefaults[type].plural]);
  expect(names).toEqual([
    ['BLOG', 'Blog', 'Blogs'],
    ['TRIVIA', 'Trivia', 'Trivia'],
    ['INFOGRAPHIC', 'Infographic', 'Infographics'],
  ]);
});

describe.each(typesWithPages)('%s', (type) => {
  const row = getEntryType(type);

  it('has a name for people, and a folder', () => {
    for (const text of [row.label, row.folder]) expect(text.trim()).not.toBe('');
  });

  it('has names, and a sentence for its list, until the company has its own', () => {
    if (!isListedType(type)) return;
    const list = listDefaults[type];
    expect(list).toMatchObject({
      singular: row.label,
      plural: expect.stringMatching(/\w/),
      heading: expect.stringMatching(/\w/),
    });
    if (row.listPath) expect(list).toMatchObject({ lede: expect.stringMatching(/^\p{Lu}.{39,}\.$/u) });
    expect(storedLists.parse({ [type]: { heading: 'Ours' } })).toEqual({ [type]: { heading: 'Ours' } });
  });

  it.skipIf(typesWithRules.has(type))('has sample fields that fit its schema', () => {
    expect(entryFields[type].safeParse(createSampleFields(type)).error?.issues).toBeUndefined();
  });

  it('has a list, a detail and their related endpoints in the endpoint table', () => {
    const wanted: EntryOperation[] = [
      'list',
      'item',
      'recent',
      'recentExcept',
      'metaKeys',
      ...(row.categoryPath ? (['byCategory', 'related'] as const) : []),
    ];
    for (const operation of wanted) {
      const rows = endpoints.filter(
        ({ target }) => 'entryType' in target && target.entryType === type && target.operation === operation,
      );
      expect([operation, rows.map(({ path }) => path)]).toEqual([operation, [getEntryApiPath(type, operation)]]);
    }
  });

  it('has a row for each operation of the specification, and no category rows without categories', () => {
    const rows = endpoints.filter(({ target }) => 'entryType' in target && target.entryType === type);
    const operations = rows.map(({ target }) => ('operation' in target ? target.operation : ''));
    expect(operations).toEqual(expect.arrayContaining([...row.api.specified]));
    expect(operations.includes('byCategory')).toBe(row.categoryPath !== null);
  });

  it('lists only its own fields for cards', () => {
    const schema = entryFields[type] as { shape: Record<string, unknown> };
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining([...row.cardFields]));
  });

  it('converts a slug to an address of the site, and back', () => {
    const slug = 'a-slug-2';
    const path = getEntryPath(type, slug);
    expect(path).toBe(`${row.itemPath}${slug}`);
    expect(path.slice(row.itemPath.length)).toBe(slug);
    expect(isSitePath(path, new Set([`${type}/${slug}`]), nothing)).toBe(true);
    expect(isSitePath(`${path}?a=b#c`, new Set([`${type}/${slug}`]), nothing)).toBe(true);
    expect(isSitePath(path, nothing, nothing)).toBe(false);
    expect(isSitePath(`${path}/`, new Set([`${type}/${slug}`]), nothing)).toBe(false);
    for (const other of typesWithPages)
      if (getEntryType(other).itemPath !== row.itemPath)
        expect(isSitePath(path, new Set([`${other}/${slug}`]), nothing)).toBe(false);
  });

  it('has its list and categories among the pages of the site', () => {
    if (row.listPath) expect(isSitePath(row.listPath, nothing, nothing)).toBe(true);
    if (!row.categoryPath) return;
    expect(isSitePath(`${row.categoryPath}news`, nothing, new Set([`${type}/news`]))).toBe(true);
    expect(isSitePath(`${row.categoryPath}news`, nothing, nothing)).toBe(false);
  });
});

it('has a page, category, folder and noun that no other type has', () => {
  for (const pick of ['listPath', 'itemPath', 'categoryPath', 'folder'] as const) {
    const taken = typesWithPages.map((type) => getEntryType(type)[pick]).filter((value) => value !== null);
    expect([pick, new Set(taken).size]).toEqual([pick, taken.length]);
  }
  const nouns = typesWithPages.flatMap((type) =>
    [getEntryType(type).api.noun, getEntryType(type).api.alias ?? []].flat(),
  );
  expect(new Set(nouns).size).toBe(nouns.length);
});

it('has unique endpoint addresses, whatever the names of their inputs', () => {
  const addresses = endpoints.flatMap(({ method, path, alias }) =>
    [path, alias].flatMap((one) => (one ? `${method} ${one.replace(/\{\w+\}/g, '{}')}` : [])),
  );
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
});

it('has an input for each placeholder in a path', () => {
  for (const { id, path, input } of endpoints) {
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g))
      expect([id, name, Object.hasOwn(input.shape, name)]).toEqual([id, name, true]);
  }
});

it('knows home, the fixed pages, and no other path', () => {
  expect(getEntryPath('PAGE', 'home')).toBe('/');
  for (const path of fixedPaths) expect(isSitePath(path, nothing, nothing)).toBe(true);
  const entries = new Set(['PAGE/home', 'BLOG/a']);
  for (const path of [
    '',
    '/home',
    '/apps',
    '/blog',
    '/blog/',
    '/blog/a/b',
    '/BLOG/a',
    '//blog/a',
    'blog/a',
    '/blog-category/',
    'https://example.com/',
  ]) {
    expect([path, isSitePath(path, entries, nothing)]).toEqual([path, false]);
  }
});
