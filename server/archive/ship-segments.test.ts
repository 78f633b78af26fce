import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { createFolderBackupStore } from '../backup/folder-backup-store.ts';
import { hasEverySegment } from './follow-segments.ts';
import { readSegment, removeUnfinishedCopies, SegmentConflict, shipSegments } from './ship-segments.ts';
import { abandonIfDiskLow } from './watch-disk.ts';

const first = '000000010000000000000001';
const second = '000000010000000000000002';

const folder = await setUpDataFolder('site-segments-');
const spool = join(folder, 'spool');
await mkdir(spool);

it('moves finished segments to the archive once, and never replaces a different one', async () => {
  const base = createFolderBackupStore(join(folder, 'base'));
  const ship = () => shipSegments(spool, () => [base], null);
  const handOver = (name: string, text: string) => writeFile(join(spool, name), text);
  await handOver(second, 'two');
  await handOver(first, 'one');
  // PostgreSQL gives this name to an unfinished copy.
  await handOver(`archtemp.${second}.1.2`, 'half');
  expect(await ship()).toBe(second);
  expect(await readdir(spool)).toEqual([`archtemp.${second}.1.2`]);
  expect(String(await readSegment(base, first))).toBe('one');

  await handOver(second, 'two');
  expect(await ship()).toBe(second);
  await handOver(second, 'of another copy of the database');
  await expect(ship()).rejects.toThrow(SegmentConflict);
  expect(String(await readSegment(base, second))).toBe('two');
});

it('notices a segment that was removed before it was archived, also at the end of a log file', async () => {
  const base = createFolderBackupStore(join(folder, 'gap'));
  const own = join(folder, 'own-spool');
  await mkdir(own);
  const ship = async (name: string, previous: string) => {
    await writeFile(join(own, name), 'text');
    return shipSegments(own, () => [base], previous).finally(() => rm(join(own, name), { force: true }));
  };
  const [end, begin] = ['0000000100000000000000FF', '000000010000000100000000'];
  expect(await ship(begin, end)).toBe(begin);
  expect(await ship(first, second)).toBe(second);
  await expect(ship('000000010000000000000004', second)).rejects.toThrow(`between ${second} and`);
  await expect(ship('000000020000000000000003', second)).rejects.toThrow(SegmentConflict);
  expect(hasEverySegment([begin, end], end, begin)).toBe(true);
  expect(hasEverySegment([first, '000000010000000000000003'], first, '000000010000000000000003')).toBe(false);
  expect(hasEverySegment([second], first, second)).toBe(false);
});

it('removes what a crash of PostgreSQL left, but no copy under way', async () => {
  const own = join(folder, 'crashed-spool');
  await mkdir(own);
  for (const name of [`archtemp.${first}.1.2`, `archtemp.${second}.1.2`]) await writeFile(join(own, name), 'half');
  await utimes(join(own, `archtemp.${first}.1.2`), 0, 0);
  await removeUnfinishedCopies(own);
  expect(await readdir(own)).toEqual([`archtemp.${second}.1.2`]);
});

it('removes waiting segments on a low disk only if the archive has not taken them for a minute', async () => {
  const archive = { folder, spool: join(folder, 'full-spool') };
  await mkdir(archive.spool);
  const path = join(archive.spool, first);
  await writeFile(path, 'text');
  const [low, enough] = [Number.POSITIVE_INFINITY, 0];
  expect(await abandonIfDiskLow(archive, low)).toBe(false);
  await utimes(path, 0, 0);
  expect(await abandonIfDiskLow(archive, enough)).toBe(false);
  expect(await abandonIfDiskLow(archive, low)).toBe(true);
  expect(await readdir(archive.spool)).toEqual([]);
});
