import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { studioBudget, testMargin } from '../../testing/budgets.ts';
import { buildSiteOnce } from '../../testing/build-site.ts';
import { measureStudioScripts } from '../../testing/built-files.ts';
import { buildFolder } from '../folders.ts';
import { listManifestFiles, readBuildManifest } from './build-record.ts';

beforeAll(buildSiteOnce, 120_000);

it('the scripts of the Studio stay within their limits, and the text editor is apart from the screens', async () => {
  const { shell, editor, libraries } = await measureStudioScripts();
  expect(shell).toBeLessThanOrEqual(studioBudget.shell * testMargin);
  expect(editor).toBeLessThanOrEqual(studioBudget.editor * testMargin);
  // Wrong names of chunks would weigh nothing.
  expect(shell).toBeGreaterThan(10_000);
  expect(Math.min(editor, libraries)).toBeGreaterThan(50_000);
});

it('public pages share no file with the Studio, and their files do not mention it', async () => {
  const [pages, studio] = [await readBuildManifest(), await readBuildManifest('studio-manifest.json')];
  const own = new Set(Object.values(studio).map(({ file }) => file));
  const files = listManifestFiles(pages);
  expect(files.filter((file) => own.has(file))).toEqual([]);
  for (const file of files.filter((name) => /\.(?:js|css)$/.test(name)))
    expect([file, (await readFile(join(buildFolder, 'client', file), 'utf8')).match(/.{0,40}studio.{0,40}/i)]).toEqual([
      file,
      null,
    ]);
});
