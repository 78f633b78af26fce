import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { locked } from './lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('lets one do its work at a time', async () => {
  const path = join(folder, 'one.lock');
  let atWork = 0;
  const work = async () => {
    atWork += 1;
    expect(atWork).toBe(1);
    await sleep(150);
    atWork -= 1;
  };
  await Promise.all([locked(path, work), locked(path, work)]);
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

it('does not wait for a lock that nobody can take', { timeout: 5_000 }, async () => {
  // A path through a file, because root may write everywhere.
  const path = '/dev/null/build.lock';
  await expect(locked(path, async () => undefined)).rejects.toThrow('ENOTDIR');
});
