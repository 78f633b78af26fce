import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withFileLock } from './lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('lets one process work at a time', async () => {
  const path = join(folder, 'one.lock');
  let atWork = 0;
  const work = async () => {
    atWork += 1;
    expect(atWork).toBe(1);
    await sleep(150);
    atWork -= 1;
  };
  await Promise.all([withFileLock(path, work), withFileLock(path, work)]);
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

it('rejects if the lock file cannot be created', async () => {
  // Root can write to every folder, but not below a file.
  const path = '/dev/null/build.lock';
  await expect(withFileLock(path, async () => undefined)).rejects.toThrow('ENOTDIR');
});
