import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { createFolderBackupStore } from '../backup/folder-backup-store.ts';
import { removeOldBases } from './remove-old-bases.ts';
import { readSegment, SegmentConflict, shipSegments } from './ship-segments.ts';

const first = '000000010000000000000001';
const second = '000000010000000000000002';

let folder: string;
let spool: string;
beforeAll(async () => {
  folder = await makeDataFolder('site-segments-');
  spool = join(folder, 'spool');
  await mkdir(spool);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('moves finished segments to the archive once, and never replaces a different one', async () => {
  const base = createFolderBackupStore(join(folder, 'base'));
  const ship = () => shipSegments(spool, () => [base]);
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

it('keeps the base backups of the last days and the one before them, and removes unfinished ones', async () => {
  const root = createFolderBackupStore(join(folder, 'archive'));
  const put = (name: string) => root.put(name, Buffer.from('{}'));
  for (const day of ['05', '06', '07', '08', '09', '10']) await put(`2026-11-${day}T03-00-00.000Z/manifest.json`);
  await put('2026-11-08T04-00-00.000Z/database.1');
  await put('2026-11-10T11-00-00.000Z/database.1');
  expect(await removeOldBases(root, 3, Date.parse('2026-11-10T12:00:00Z'))).toBe(3);
  expect((await root.listFolders()).sort()).toEqual([
    ...['07', '08', '09', '10'].map((day) => `2026-11-${day}T03-00-00.000Z`),
    '2026-11-10T11-00-00.000Z',
  ]);
});
