import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/api.ts';
import { type ContentFolder, makeContentFolder } from '../../testing/content-folder.ts';
import { importContent } from './import.ts';

let api: TestApi;
let folder: ContentFolder;
beforeEach(async () => {
  [api, folder] = await Promise.all([openTestApi(), makeContentFolder()]);
  await importContent(api.ctx, folder.path);
});
afterEach(async () => {
  await api.close();
  await folder.remove();
});

it('leaves what the folder no longer names, unless it is told to prune', async () => {
  await rm(join(folder.path, 'apps/tool.md'));
  await folder.write(
    'blog/hello.md',
    '---\ntitle: Hello\nsummary: Alone\npublished: 2025-01-01T00:00:00Z\ncategory: news\nauthor: ada\n---\n\nText.\n',
  );
  expect(await importContent(api.ctx, folder.path)).toMatchObject({ removed: 0 });
  expect((await api.get('/api/app/getData?slug=tool')).status).toBe(200);
  // The entry, and the picture that nothing names a file of any more.
  await rm(join(folder.path, 'media/box.svg'));
  expect(await importContent(api.ctx, folder.path, { prune: true })).toMatchObject({ removed: 2 });
  expect((await api.get('/api/app/getData?slug=tool')).status).toBe(404);
  expect((await api.get('/api/blog/blogdetails/hello')).status).toBe(200);
});

it('refuses a folder that does not exist', async () => {
  await expect(importContent(api.ctx, join(folder.path, 'nowhere'), { prune: true })).rejects.toThrow(
    /nowhere:1 is no folder/,
  );
  expect((await api.get('/api/app/getData?slug=tool')).status).toBe(200);
});
