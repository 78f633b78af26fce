import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { moveSourceMaps, selectFilesToKeep, tidyReleaseFiles } from './release-files.ts';

const day = 24 * 60 * 60 * 1000;
const now = 100 * day;

it('keeps the files of the release that was live until now, however old they are', () => {
  expect(selectFilesToKeep({ 'old.js': null }, ['old.js', 'new.js'], new Set(['new.js']), now)).toEqual({
    'old.js': now,
    'new.js': null,
  });
});

it('keeps a replaced file for 30 days and then lets it go', () => {
  const before = { 'a.js': now - 29 * day, 'b.js': now - 31 * day };
  expect(selectFilesToKeep(before, ['a.js', 'b.js', 'new.js'], new Set(['new.js']), now)).toEqual({
    'a.js': now - 29 * day,
    'new.js': null,
  });
});

it('takes back a file that a release names again', () => {
  expect(selectFilesToKeep({ 'a.js': now - 20 * day }, ['a.js'], new Set(['a.js']), now)).toEqual({ 'a.js': null });
});

it('compresses a file again whose compression was interrupted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  try {
    await writeFile(join(folder, 'a.js'), 'let a;');
    for (const name of ['a.js.br', 'a.js.gz.part']) await writeFile(join(folder, name), '');
    await tidyReleaseFiles(folder, {}, new Set(['a.js']));
    expect((await readdir(folder)).sort()).toEqual(['a.js', 'a.js.br', 'a.js.gz']);
    expect(gunzipSync(await readFile(join(folder, 'a.js.gz'))).toString()).toBe('let a;');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('moves source maps out of the folder that is served, and keeps them as long as their files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'release-'));
  const [assets, maps] = [join(folder, 'assets'), join(folder, 'maps')];
  try {
    for (const each of [assets, maps]) await mkdir(each);
    for (const name of ['a.js', 'a.js.map']) await writeFile(join(assets, name), name);
    for (const name of ['old.js.map', 'gone.js.map']) await writeFile(join(maps, name), name);
    const kept = { ...(await tidyReleaseFiles(assets, {}, new Set(['a.js']))), 'old.js': now };
    await moveSourceMaps(assets, maps, kept);
    expect((await readdir(assets)).sort()).toEqual(['a.js', 'a.js.br', 'a.js.gz']);
    expect((await readdir(maps)).sort()).toEqual(['a.js.map', 'old.js.map']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
