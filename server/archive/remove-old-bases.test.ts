import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeBase } from '../../testing/base-backups.ts';
import { setUpDataFolder } from '../../testing/set-up.ts';
import type { BackupStore } from '../backup/backup-store.ts';
import { openBackupStore } from '../backup/open-backup-store.ts';
import { removeOldBases } from './remove-old-bases.ts';

const folder = await setUpDataFolder('site-old-bases-');

const open = (name: string, key = '') => openBackupStore(join(folder, name), key ? { BACKUP_KEY: key.repeat(64) } : {});
/** Returns a time of November 2026, such as `07T03:00`. */
const at = (time: string) => new Date(`2026-11-${time}:00Z`);

/** Stores base backups that begin at 03:00 of these days, take five minutes and reach to the next day. */
async function makeDailyBases(root: BackupStore, days: readonly number[]): Promise<void> {
  const format = (day: number) => String(day).padStart(2, '0');
  for (const day of days)
    await makeBase(root, {
      began: at(`${format(day)}T03:00`),
      ended: at(`${format(day)}T03:05`),
      until: at(`${format(day + 1)}T03:05`),
    });
}

/** Removes what three days do not need at a time. Returns the days and hours of the base backups that are left. */
async function removeAndList(root: BackupStore, time: string): Promise<string[]> {
  await removeOldBases(root, 3, at(time).getTime());
  return (await root.listFolders()).map((name) => name.slice('2026-11-'.length, '2026-11-10T03'.length)).sort();
}

it('keeps the base backups of the last days and the one before them, and removes unfinished ones', async () => {
  const root = await open('daily');
  await makeDailyBases(root, [5, 6, 7, 8, 9, 10]);
  await root.put('2026-11-08T04-00-00.000Z/database.1', Buffer.from('text'));
  await root.put('2026-11-10T11-00-00.000Z/database.1', Buffer.from('text'));
  expect(await removeAndList(root, '10T12:00')).toEqual(['07T03', '08T03', '09T03', '10T03', '10T11']);
});

it('keeps the base backup before one whose copy took hours, until that one reaches back far enough', async () => {
  const root = await open('slow');
  await makeBase(root, { began: at('06T03:00'), ended: at('06T03:05'), until: at('07T09:00') });
  await makeBase(root, { began: at('07T03:00'), ended: at('07T09:00'), until: at('08T03:05') });
  await makeDailyBases(root, [8, 9]);
  expect(await removeAndList(root, '10T08:00')).toEqual(['06T03', '07T03', '08T03', '09T03']);
  expect(await removeAndList(root, '10T09:06')).toEqual(['07T03', '08T03', '09T03']);
});

it('keeps a base backup that reaches further than the next one, which was just finished when its server ended', async () => {
  const root = await open('killed');
  await makeBase(root, { began: at('06T03:00'), ended: at('06T03:05'), until: at('07T20:00') });
  await makeBase(root, { began: at('07T03:00'), ended: at('07T03:05'), until: null });
  await makeBase(root, { began: at('07T19:00'), ended: at('07T20:00'), until: at('10T12:00') });
  expect(await removeAndList(root, '10T12:00')).toEqual(['06T03', '07T03', '07T19']);
  expect(await removeAndList(root, '10T20:01')).toEqual(['07T19']);
});

it('removes the base backups of a former key, although their manifests cannot be read', async () => {
  await makeDailyBases(await open('rotated', 'a'), [4, 5, 6, 7]);
  const root = await open('rotated', 'b');
  await makeDailyBases(root, [8]);
  expect(await removeAndList(root, '10T12:00')).toEqual(['06T03', '07T03', '08T03']);
  expect(await removeAndList(root, '12T12:00')).toEqual(['08T03']);
});
