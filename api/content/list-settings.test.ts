import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listDefaults } from '../../contract/content/list-defaults.ts';
import { listedTypes } from '../../contract/content/list-settings.ts';
import { getSlugs } from '../../testing/api.ts';
import { getTimeFromNow, makeEntry } from '../../testing/makers.ts';
import { setUpContentFolder, setUpEditorApi } from '../../testing/set-up.ts';
import { exportContent } from './import-export/export.ts';
import { importContent } from './import-export/import.ts';
import { ContentError } from './import-export/problems.ts';
import { publishSettingFields } from './settings.ts';

const { api } = await setUpEditorApi();
const folder = setUpContentFolder();
const file = 'settings/lists.yaml';

const readLists = async () => (await api.get('/api/settings')).body.lists;

describe('the setting of lists', () => {
  it('has a default for every field, and a heading and a title of related entries that follow the plural', async () => {
    expect(await readLists()).toEqual(listDefaults);
    await publishSettingFields(api.ctx, 'lists', { BLOG: { plural: 'IT guides' }, SERVICE: { plural: 'Repairs' } });
    expect(await readLists()).toEqual({
      ...listDefaults,
      BLOG: { ...listDefaults.BLOG, plural: 'IT guides', heading: 'IT guides', related: 'More IT guides' },
      SERVICE: { ...listDefaults.SERVICE, plural: 'Repairs', related: 'More repairs' },
    });
  });

  it('says the order of a list and of its categories', async () => {
    const { categoryId } = await makeEntry(api.ctx, 'BLOG', { slug: 'second', position: 2 });
    await makeEntry(api.ctx, 'BLOG', { slug: 'first', position: 1, publishedAt: getTimeFromNow(-7200), categoryId });
    const read = async () => [
      getSlugs(await api.get('/api/blog/enable/list')),
      getSlugs(await api.get(`/api/blog/categories/get/${categoryId}`)),
    ];
    expect(await read()).toEqual(Array(2).fill(['second', 'first']));
    await publishSettingFields(api.ctx, 'lists', { BLOG: { order: 'position' } });
    expect(await read()).toEqual(Array(2).fill(['first', 'second']));
    expect(getSlugs(await api.get('/api/blog/enable/list?page=1&size=1'))).toEqual(['second']);
  });

  it('says which types are in feeds and among recommendations', async () => {
    await makeEntry(api.ctx, 'BLOG', { slug: 'article', publishedAt: getTimeFromNow(-60) });
    await makeEntry(api.ctx, 'SERVICE', { slug: 'service', publishedAt: getTimeFromNow(-30) });
    const read = async () => {
      const paths = ['/api/feed/latest', '/api/feed/items', '/api/search/recommended'];
      return Promise.all(paths.map(async (path) => getSlugs(await api.get(path))));
    };
    expect(await read()).toEqual(Array(3).fill(['article']));
    await publishSettingFields(api.ctx, 'lists', { SERVICE: { feed: true } });
    expect(await read()).toEqual(Array(3).fill(['service', 'article']));
    await publishSettingFields(api.ctx, 'lists', {
      ...Object.fromEntries(listedTypes.map((type) => [type, { feed: false }])),
    });
    expect(await read()).toEqual([[], [], []]);
  });

  it('is read without the fields of a type that only a later release knows', async () => {
    await publishSettingFields(api.ctx, 'lists', { BLOG: { singular: 'Letter' } });
    await api.database.pool.query(`update revisions set fields = jsonb_set(fields, '{BLOG,colour}', '"green"')`);
    expect((await readLists()).BLOG).toEqual({ ...listDefaults.BLOG, singular: 'Letter' });
  });
});

describe('the file of lists', () => {
  const yaml = 'BLOG:\n  lede: Letters to our neighbours.\n  pageSize: 100\nAPP:\n  cover: none\n';

  it('is imported, and exported with the same bytes: what it leaves out stays out', async () => {
    await folder.write(file, yaml);
    await importContent(api.ctx, folder.path);
    expect((await readLists()).BLOG).toEqual({
      ...listDefaults.BLOG,
      lede: 'Letters to our neighbours.',
      pageSize: 100,
    });
    const exported = await mkdtemp(join(tmpdir(), 'lists-'));
    await exportContent(api.ctx, exported);
    expect(await readFile(join(exported, file), 'utf8')).toBe(yaml);
    await rm(exported, { recursive: true });
  });

  it.each([
    ['a type without lists', 'PAGE:\n  plural: Pages\n', '', 1],
    ['a field that no list has', 'BLOG:\n  colour: green\n', 'BLOG', 2],
    ['an empty name', 'BLOG:\n  plural: Blogs\n  singular: ""\n', 'BLOG.singular', 3],
    ['a name of two lines', 'BLOG:\n  singular: "A\\nB"\n', 'BLOG.singular', 2],
    ['a long name', `BLOG:\n  plural: ${'x'.repeat(41)}\n`, 'BLOG.plural', 2],
    ['a long heading', `BLOG:\n  heading: ${'x'.repeat(61)}\n`, 'BLOG.heading', 2],
    ['a long lede', `BLOG:\n  lede: ${'x'.repeat(241)}\n`, 'BLOG.lede', 2],
    ['the lede of apps, which have no list', 'APP:\n  lede: Ours.\n', 'APP', 2],
    ['an unknown order', 'PLAN:\n  order: price\n', 'PLAN.order', 2],
    ['an unknown cover', 'PLAN:\n  cover: photo\n', 'PLAN.cover', 2],
    ['no entries on a page', 'PLAN:\n  pageSize: 0\n', 'PLAN.pageSize', 2],
    ['more entries on a page than the API returns', 'PLAN:\n  pageSize: 101\n', 'PLAN.pageSize', 2],
    ['a feed that is neither on nor off', 'PLAN:\n  feed: "perhaps"\n', 'PLAN.feed', 2],
  ])('is refused with its line for %s', async (_name, text, field, line) => {
    await folder.write(file, text);
    const refusal = await importContent(api.ctx, folder.path).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ContentError);
    expect((refusal as ContentError).problems).toMatchObject([{ file, field, line }]);
  });

  it.each([
    ['/what-we-do/feed.xml', 'links to /what-we-do/feed.xml, which is a feed that the setting Lists turns off'],
    ['/blogs/feed.xml', null],
  ])('decides whether a menu can link to the feed %s', async (to, message) => {
    await folder.write('settings/menus.yaml', `header: []\nfooter: []\nlegal:\n  - to: ${to}\n    label: Feed\n`);
    const refusal = await importContent(api.ctx, folder.path).catch((error: unknown) => error);
    expect(refusal instanceof ContentError ? refusal.problems[0]?.message : null).toBe(message);
    await folder.write(file, 'SERVICE:\n  feed: true\n');
    await importContent(api.ctx, folder.path);
  });
});
