import { rm } from 'node:fs/promises';
import { desc, eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import type { ListName } from '../../../contract/studio/list-names.ts';
import { type ContentFolder, makeContentFolder, readContentFile } from '../../../testing/content-folder.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { logRecords } from '../../db/studio-tables.ts';
import { findRoute } from '../redirects.ts';
import { exportContent } from './export.ts';
import { importContent } from './import.ts';
import { ContentError } from './problems.ts';

const { api, call } = await setUpEditorApi();
let folder: ContentFolder | undefined;
afterEach(async () => folder?.remove());

const categories = (...names: string[]) =>
  names.map((name) => `- {type: BLOG, slug: ${name.toLowerCase()}, name: ${name}, description: About it}\n`).join('') +
  '- {type: TRIVIA, slug: odd, name: Odd, description: Odd things, enabled: false}\n';

async function startFolder(): Promise<ContentFolder> {
  folder = await makeContentFolder();
  await folder.write('categories.yaml', categories('News', 'Tips', 'Rest'));
  await importContent(api.ctx, folder.path);
  return folder;
}

const find = async (list: ListName, slug: string) => {
  const item = (await call('listItems', { list })).items.find((each) => each.slug === slug);
  if (!item) throw new Error(`no ${slug}`);
  return item;
};
const listSlugs = async (list: ListName) => (await call('listItems', { list })).items.map(({ slug }) => slug);
const change = async (list: ListName, slug: string, fields: object) => {
  const { id, fields: base } = await find(list, slug);
  return call('changeListItem', { list, id, base, fields });
};

it('keeps what the Studio changed in lists, merges changes of other fields, and refuses those of the same', async () => {
  const { path, write } = await startFolder();
  await change('BLOG', 'news', { name: 'Latest' });
  await change('TEAM', 'ada', { leftOn: '2026-01-31', focus: 'Words' });
  const order = (await call('listItems', { list: 'BLOG' })).items.map(({ id }) => id);
  await call('orderList', { list: 'BLOG', base: order, order: order.toReversed() });
  await importContent(api.ctx, path);
  expect(await listSlugs('BLOG')).toEqual(['rest', 'tips', 'news']);
  await write('categories.yaml', categories('News', 'Tips', 'Rest').replace('About it', 'All about it'));
  await write('team/ada.md', readContentFile('team/ada.md').replace('Writer', 'Author'));
  await importContent(api.ctx, path);
  expect((await find('BLOG', 'news')).fields).toMatchObject({ name: 'Latest', description: 'All about it' });
  expect((await find('TEAM', 'ada')).fields).toMatchObject({ role: 'Author', focus: 'Words', leftOn: '2026-01-31' });
  // A new category stands where the file has it, beside its neighbour there.
  await write('categories.yaml', categories('News', 'New', 'Tips', 'Rest').replace('name: News', 'name: Reports'));
  const refused = await importContent(api.ctx, path).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ContentError);
  expect(String(refused)).toContain('there it is "Latest"');
  await write('categories.yaml', categories('News', 'New', 'Tips', 'Rest'));
  await importContent(api.ctx, path);
  expect(await listSlugs('BLOG')).toEqual(['rest', 'tips', 'news', 'new']);
  const isImport = eq(logRecords.kind, 'system.IMPORT');
  const imports = await api.ctx.db.select().from(logRecords).where(isImport).orderBy(desc(logRecords.id));
  expect(imports).toHaveLength(3);
  expect(imports[0]).toMatchObject({ doneBy: null, facts: { categories: 5, members: 1, removed: 0 } });
});

it('leaves merged and removed items as they are, and exports carry their former slugs to another database', async () => {
  const { path } = await startFolder();
  const [news, tips] = [await find('BLOG', 'news'), await find('BLOG', 'tips')];
  await call('mergeListItems', { list: 'BLOG', id: news.id, into: tips.id });
  await call('removeListItem', { list: 'TEAM', id: (await find('TEAM', 'ada')).id });
  const { kept } = await importContent(api.ctx, path, { prune: true });
  expect(kept.map(({ name }) => name).sort()).toEqual(['BLOG news', 'TEAM ada']);
  expect([await listSlugs('BLOG'), await listSlugs('TEAM')]).toEqual([['tips', 'rest'], []]);
  const exported = `${path}-exported`;
  const other = await openTestDatabase();
  try {
    await exportContent(api.ctx, exported);
    await importContent({ db: other.db }, exported);
    expect((await findRoute({ db: other.db }, '/blog-category/news'))?.target).toBe('/blog-category/tips');
  } finally {
    await other.close();
    await rm(exported, { recursive: true, force: true });
  }
});
