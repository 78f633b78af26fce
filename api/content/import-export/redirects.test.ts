import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listImportProblems, setUpContentFolder, setUpEditorApi } from '../../../testing/set-up.ts';
import { renameEntry } from '../../../testing/studio.ts';
import { findRoute } from '../redirects.ts';
import { exportContent } from './export.ts';
import { importContent } from './import.ts';

const { api, editor } = await setUpEditorApi();
const folder = setUpContentFolder();

const findTarget = async (path: string) => (await findRoute(api.ctx, path))?.target ?? null;
const add = (path: string, target: string) => editor.client.call('addRedirect', { path, target });
const remove = (path: string) => editor.client.call('removeRedirect', { path });

/** Writes redirects to the folder, each as `path > target`. */
function writeRedirects(redirects: string[]): Promise<void> {
  const lines = redirects.map((redirect) => {
    const [path, target] = redirect.split(' > ');
    return `- { path: ${path}, target: ${target} }\n`;
  });
  return folder.write('redirects.yaml', lines.join('') || '[]\n');
}

async function importRedirects(redirects: string[], options?: { prune: boolean }) {
  await writeRedirects(redirects);
  return importContent(api.ctx, folder.path, options);
}

/** Returns what is wrong with redirects, as `line field: message`; nothing was imported. */
async function findProblems(redirects: string[]): Promise<string[]> {
  await writeRedirects(redirects);
  return (await listImportProblems(api.ctx, folder.path)).map(
    ({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`,
  );
}

it('redirects of a file lead to entries, also by a former address, and follow their renames', async () => {
  expect(await importRedirects(['/old > /apps/tool', '/older > /blog/hi', '/news > /blogs'])).toMatchObject({
    redirects: 3,
  });
  const { items } = await editor.client.call('listContent', { q: 'Tool' });
  await renameEntry(editor.client, items[0]?.id ?? 0, 'instrument');
  expect(await Promise.all(['/old', '/older', '/news'].map(findTarget))).toEqual([
    '/apps/instrument',
    '/blog/hello',
    '/blogs',
  ]);
  // The file is as it was, and the renamed entry is still the one that it names.
  await importRedirects(['/old > /apps/tool', '/older > /blog/hi', '/news > /blogs']);
  expect(await findTarget('/old')).toBe('/apps/instrument');
});

it('a redirect that cannot work is refused with its place in the file, and nothing is imported', async () => {
  expect(
    await findProblems(['/a > /nothing', '/blogs > /apps/tool', '/api/old > /apps/tool', '/b > //evil.example']),
  ).toEqual([expect.stringMatching(/^redirects\.yaml:4 3\.target: must be a path of the site/)]);
  expect(await findProblems(['/a > /apps/tool', '/a > /blogs'])).toEqual([
    'redirects.yaml:2 1.path: leads to another page already, further up in this file',
  ]);
  expect(
    await findProblems(['/a > /nothing', '/blogs > /apps/tool', '/api/old > /apps/tool', '/blog > /apps/tool']),
  ).toEqual([
    'redirects.yaml:1 0.target: is not a page of the site',
    'redirects.yaml:2 1.path: is an address of the site itself',
    'redirects.yaml:3 2.path: is an address of the site itself',
    'redirects.yaml:4 3.path: is an address of the site itself',
  ]);
  expect(await findProblems(['/a/* > /blog/deep/*', '/b > /blog/*'])).toEqual([
    'redirects.yaml:1 0.target: has no pages directly below it',
    'redirects.yaml:2 1.target: has an asterisk, so the path needs one too',
  ]);
  expect(await findProblems(['/blog/* > /apps/*', '/apps/* > /blog/*'])).toEqual([
    'redirects.yaml:1 0.target: leads in a loop: /blog/* → /apps/* → /blog/*',
    'redirects.yaml:2 1.target: leads in a loop: /apps/* → /blog/* → /apps/*',
  ]);
  expect((await editor.client.call('listContent', {})).total).toBe(0);
});

it('what the Studio changed since the last import stays, and what the file changed is taken', async () => {
  await importRedirects(['/a > /blogs', '/b > /blogs', '/c > /blogs']);
  await remove('/a');
  await remove('/b');
  await add('/b', '/contact-us');
  await importRedirects(['/a > /blogs', '/b > /blogs', '/c > /about-us']);
  expect(await Promise.all(['/a', '/b', '/c'].map(findTarget))).toEqual([null, '/contact-us', '/about-us']);
  // Both changed it.
  expect(await findProblems(['/b > /about-us'])).toEqual([
    'redirects.yaml:1 0.target: leads to /contact-us in the Studio; export the content, and change that copy',
  ]);
});

it('an export is merged by what it had, and by its last import after that', async () => {
  await importRedirects([]);
  await add('/old/*', '/apps/*');
  await add('/a', '/blogs');
  await add('/b', '/blogs');
  await exportContent(api.ctx, folder.path);
  await remove('/a');
  const file = join(folder.path, 'redirects.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace('path: /b\n  target: /blogs', 'path: /b\n  target: /'));
  await importContent(api.ctx, folder.path);
  expect([await findTarget('/a'), await findTarget('/b'), await findTarget('/old/tool')]).toEqual([
    null,
    '/',
    '/apps/tool',
  ]);
  await remove('/b');
  await importContent(api.ctx, folder.path);
  expect(await findTarget('/b')).toBeNull();
});

it('pruning removes what an import brought, and leaves what the Studio added', async () => {
  await importRedirects(['/a > /blogs', '/b > /blogs']);
  await add('/c', '/blogs');
  expect((await importRedirects(['/b > /blogs'])).kept).toEqual([]);
  expect(await findTarget('/a')).toBe('/blogs');
  await importRedirects(['/a > /blogs', '/b > /blogs']);
  expect(await importRedirects(['/b > /blogs'], { prune: true })).toMatchObject({
    removed: 1,
    kept: [{ name: 'the redirect from /c', reason: 'was added or changed in the Studio' }],
  });
  expect(await Promise.all(['/a', '/b', '/c'].map(findTarget))).toEqual([null, '/blogs', '/blogs']);
});
