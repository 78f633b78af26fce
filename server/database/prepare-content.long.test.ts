import { afterAll, beforeAll, expect, it } from 'vitest';
import { importContent } from '../../api/content/import-export/import.ts';
import { rendererVersion } from '../../api/content/markdown/renderer-version.ts';
import { entries, revisions, states } from '../../api/db/tables.ts';
import { type ContentFolder, makeContentFolder } from '../../testing/content-folder.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { prepareContent } from './prepare-content.ts';

let database: TestDatabase;
let folder: ContentFolder;
beforeAll(async () => {
  [database, folder] = await Promise.all([openTestDatabase(), makeContentFolder()]);
  // One of the world's places stands for all, whose import takes seconds.
  await database.db.insert(states).values({ countryCode: 'GB', code: 'GB-ENG', name: 'England' });
});
afterAll(async () => {
  await folder.remove();
  await database.close();
});

const prepare = () => prepareContent(database, new AbortController().signal, { contentFolder: folder.path });
const countEntries = () => database.db.$count(entries);

it('imports content into a new database, but not into a database that was emptied', async () => {
  await prepare();
  expect(await countEntries()).toBe(5);
  await database.empty();
  await prepare();
  expect(await countEntries()).toBe(0);
});

it('renders the Markdown of an older renderer again, and adds no content then', async () => {
  await importContent(database, folder.path);
  await database.pool.query(`delete from entries where slug = 'tool'`);
  await database.db.update(revisions).set({ renderer: rendererVersion - 1, html: 'outdated' });
  await prepare();
  expect(await countEntries()).toBe(4);
  const rendered = await database.db.select().from(revisions);
  expect(rendered.map(({ renderer }) => renderer)).toEqual(rendered.map(() => rendererVersion));
  expect(rendered.map(({ html }) => html)).not.toContain('outdated');
});
