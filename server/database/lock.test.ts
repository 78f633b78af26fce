import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { withFileLock } from './lock.ts';

const folder = await setUpDataFolder('lock-');

/** Creates work that fails if it runs twice at a time. */
function createExclusiveWork() {
  let atWork = 0;
  return async () => {
    atWork += 1;
    expect(atWork).toBe(1);
    for (let count = 0; count < 5; count += 1) await stat(folder);
    atWork -= 1;
  };
}

const listFiles = async (name: string) => (await readdir(folder)).filter((file) => file.startsWith(name));

it('lets one process work at a time', async () => {
  const path = join(folder, 'one.lock');
  const work = createExclusiveWork();
  await Promise.all([withFileLock(path, work), withFileLock(path, work)]);
  expect(await listFiles('one.lock')).toEqual([]);
});

it('gives the lock of a dead process to one of those that wait', async () => {
  const path = join(folder, 'dead.lock');
  const files = await withFileLock(path, () => listFiles('dead.lock'));
  const work = createExclusiveWork();
  for (let round = 0; round < 4; round += 1) {
    for (const name of files) {
      await writeFile(join(folder, name), '');
      await utimes(join(folder, name), 0, 0);
    }
    const waitForLock = async (place: number) => {
      // Processes begin one after another, so that one finds the dead lock while the next removes it.
      for (let count = 0; count < place; count += 1) await stat(folder);
      await withFileLock(path, work);
    };
    await Promise.all([0, 1, 2, 3].map(waitForLock));
  }
  expect(files).toHaveLength(1);
  expect(await listFiles('dead.lock')).toEqual([]);
});

it('keeps the lock of a successor when a process ends that was taken for dead', async () => {
  const path = join(folder, 'late.lock');
  const ending = Promise.withResolvers<void>();
  const working = Promise.withResolvers<void>();
  const late = withFileLock(path, () => {
    working.resolve();
    return ending.promise;
  });
  await working.promise;
  // A process that waits removes the file if it was not touched for 15 s.
  for (const name of await listFiles('late.lock')) await rm(join(folder, name));
  await withFileLock(path, async () => {
    ending.resolve();
    await late;
    expect(await listFiles('late.lock')).toHaveLength(1);
  });
});

it('takes a lock whose path is not normalized, as a path of Windows with slashes', { timeout: 5_000 }, async () => {
  const path = `${folder}/./mixed.lock`;
  expect(await withFileLock(path, () => listFiles('mixed.lock'))).toHaveLength(1);
  expect(await listFiles('mixed.lock')).toEqual([]);
});

it('rejects if the lock file cannot be created', async () => {
  // Root can write to every folder, but not below a file.
  const path = '/dev/null/build.lock';
  await expect(withFileLock(path, async () => undefined)).rejects.toThrow('ENOTDIR');
});
