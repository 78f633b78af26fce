import { mkdir, readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeDataFolder } from '../testing/data-folder.ts';
import { switchRelease } from './switch-release.ts';

let place: string;
const release = (name: string) => join(place, 'releases', name);
beforeEach(async () => {
  place = await makeDataFolder('site-releases-');
  for (const name of ['1', '2', '3']) await mkdir(release(name), { recursive: true });
});
afterEach(() => rm(place, { recursive: true, force: true }));

it('names the current release and the one before, and goes back by the same command', async () => {
  expect(await switchRelease(release('1'))).toEqual({ current: 'releases/1', previous: null });
  expect(await switchRelease(release('2'))).toEqual({ current: 'releases/2', previous: 'releases/1' });
  // The same release again changes nothing, so `previous` still names the release before.
  expect(await switchRelease(release('2'))).toEqual({ current: 'releases/2', previous: 'releases/1' });
  await switchRelease(join(place, 'previous'));
  expect([await readlink(join(place, 'current')), await readlink(join(place, 'previous'))]).toEqual([
    'releases/1',
    'releases/2',
  ]);
});

it('leaves no moment at which there is no current release', async () => {
  await switchRelease(release('1'));
  const seen = new Set<string>();
  let isOver = false;
  const looking = (async () => {
    while (!isOver) seen.add(await readlink(join(place, 'current')).catch(() => 'none'));
  })();
  for (let round = 0; round < 100; round++) await switchRelease(release(String(1 + (round % 3))));
  isOver = true;
  await looking;
  expect([...seen].sort()).toEqual(['releases/1', 'releases/2', 'releases/3']);
});

it('refuses a folder outside of releases, and a `current` that is not a link', async () => {
  await expect(switchRelease(place)).rejects.toThrow('is not in a folder "releases"');
  await writeFile(join(place, 'current'), '');
  await expect(switchRelease(release('1'))).rejects.toThrow(/current is not a link\. Stop the server/);
});
