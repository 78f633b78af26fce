import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { shareAssets } from './share-assets.ts';

const day = 24 * 60 * 60 * 1_000;

let folder: string;
beforeEach(async () => {
  folder = await makeDataFolder('site-assets-');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function makeRelease(build: string, names: string[]) {
  const assets = join(folder, build);
  await mkdir(assets);
  for (const name of names) await writeFile(join(assets, name), `${name} of ${build}`);
  return { build, assets };
}

const getSharedFolder = () => join(folder, 'shared');

it('brings the files of two releases together, and leaves a file that is there as it is', async () => {
  await shareAssets(getSharedFolder(), await makeRelease('one', ['same.js', 'one.js']));
  await shareAssets(getSharedFolder(), await makeRelease('two', ['same.js', 'two.js']));
  const names = await readdir(getSharedFolder());
  expect(names.sort()).toEqual(['one.js', 'one.release.json', 'same.js', 'two.js', 'two.release.json']);
  expect(await readFile(join(getSharedFolder(), 'same.js'), 'utf8')).toBe('same.js of one');
});

it('removes the files of a release 30 days after its last use, but not those that another one names', async () => {
  const [one, two] = [await makeRelease('one', ['same.js', 'one.js']), await makeRelease('two', ['same.js'])];
  const now = Date.now();
  await shareAssets(getSharedFolder(), one, now);
  await shareAssets(getSharedFolder(), two, now + 29 * day);
  expect(await readdir(getSharedFolder())).toContain('one.js');
  await shareAssets(getSharedFolder(), two, now + 31 * day);
  expect((await readdir(getSharedFolder())).sort()).toEqual(['same.js', 'two.release.json']);
});

/** Leaves the files of a release as they are some days after its last server ended. */
async function leaveRelease(release: Awaited<ReturnType<typeof makeRelease>>, days: number): Promise<void> {
  const ended = Date.now() - days * day;
  await shareAssets(getSharedFolder(), release, ended);
  for (const name of await readdir(release.assets))
    await utimes(join(getSharedFolder(), name), ended / 1_000, ended / 1_000);
}

it('starts many servers at once, although each removes what nobody needs any more', async () => {
  await leaveRelease(await makeRelease('one', ['one.js', 'old.js']), 32);
  await leaveRelease(await makeRelease('two', ['two.js', 'old.js']), 31);
  const next = await makeRelease('next', ['next.js']);
  await Promise.all(Array.from({ length: 16 }, () => shareAssets(getSharedFolder(), next)));
  expect((await readdir(getSharedFolder())).sort()).toEqual(['next.js', 'next.release.json']);
});

it('keeps a file that nobody needed any more for a release that starts at the same time', async () => {
  const others = Array.from({ length: 200 }, (_, index) => `chunk-${index}.js`);
  const current = await makeRelease('current', ['current.js']);
  const next = await makeRelease('next', ['a.js', 'b.js', ...others]);
  await leaveRelease(await makeRelease('former', ['a.js', 'b.js']), 31);
  const starts = [next, current, current, current].map((release) => shareAssets(getSharedFolder(), release));
  await Promise.all(starts);
  expect((await readdir(getSharedFolder())).sort()).toEqual(
    ['a.js', 'b.js', ...others, 'current.js', 'current.release.json', 'next.release.json'].sort(),
  );
});
