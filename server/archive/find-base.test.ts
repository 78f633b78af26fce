import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeBaseManifest, makeBase as storeBase } from '../../testing/base-backups.ts';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { openBackupStore } from '../backup/open-backup-store.ts';
import { storeBaseManifest } from './base-manifest.ts';
import { findBase } from './find-base.ts';

const folder = await setUpDataFolder('site-bases-');

const open = (name: string, key = '') => openBackupStore(join(folder, name), key ? { BACKUP_KEY: key.repeat(64) } : {});

const at = (time: string) => new Date(`2026-11-25T${time}:00Z`);

/** Stores a base backup that begins at an hour, takes five minutes, and reaches to a time. */
async function makeBase(archive: string, hour: string, until: string | null, key = ''): Promise<void> {
  const times = { began: at(`${hour}:00`), ended: at(`${hour}:05`), until: until ? at(until) : null };
  await storeBase(await open(archive, key), times);
}

it('uses an older base backup if the archiver ended when it had just finished a newer one', async () => {
  await makeBase('killed', '03', '06:00');
  await makeBase('killed', '04', null);
  const root = await open('killed');
  const find = async (moment: Date | null) => {
    const { manifest, moment: found } = await findBase(root, moment);
    return [manifest.moment.slice(11, 13), found.toISOString().slice(11, 16)];
  };
  expect(await find(null)).toEqual(['03', '06:00']);
  expect(await find(at('05:00'))).toEqual(['03', '05:00']);
  expect(await find(at('04:05'))).toEqual(['04', '04:05']);
  await expect(find(at('06:01'))).rejects.toThrow('ends at 2026-11-25T06:00:00.000Z');
  await expect(find(at('03:04'))).rejects.toThrow('begins at 2026-11-25T03:05:00.000Z');
});

it('reads the base backups of its key beside those of another key', async () => {
  await makeBase('rotated', '03', '04:00', 'a');
  await makeBase('rotated', '04', '06:00', 'b');
  const [former, present] = await Promise.all([open('rotated', 'a'), open('rotated', 'b')]);
  expect((await findBase(present, null)).moment).toEqual(at('06:00'));
  expect((await findBase(former, at('03:30'))).manifest).toEqual(makeBaseManifest(at('03:05')));
  await expect(findBase(former, null)).rejects.toThrow('BACKUP_KEY is another key');
  await expect(findBase(present, at('03:30'))).rejects.toThrow('BACKUP_KEY is another key');
});

it('never uses a base backup that is not encrypted where a key is set', async () => {
  await makeBase('planted', '03', '06:00', 'a');
  await makeBase('planted', '04', '07:00');
  const root = await open('planted', 'a');
  expect((await findBase(root, at('05:00'))).manifest).toEqual(makeBaseManifest(at('03:05')));
  await expect(findBase(root, null)).rejects.toThrow('is not encrypted');
  await expect(findBase(root, at('06:30'))).rejects.toThrow('is not encrypted');
});

it('refuses a base backup whose folders lie outside of the database', async () => {
  const store = (await open('hostile')).open('2026-11-25T03-00-00.000Z');
  for (const name of ['../outside', 'base/../../outside', '/outside']) {
    await storeBaseManifest(store, { ...makeBaseManifest(at('03:05')), folders: [name] });
    await expect(findBase(await open('hostile'), null)).rejects.toThrow('is not that of a base backup');
  }
});
