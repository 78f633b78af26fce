import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { getBackupState, recordBackup } from '../../api/db/backup-state.ts';
import { claimRun } from '../../api/db/claim-run.ts';
import { entries } from '../../api/db/tables.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { createRecordingLogger } from '../../testing/logger.ts';
import { makeEntry } from '../../testing/makers.ts';
import { startS3Proxy } from '../../testing/s3-proxy.ts';
import { startS3Server } from '../../testing/s3-server.ts';
import { setUpDatabase, setUpDataFolder } from '../../testing/set-up.ts';
import { openTestSite } from '../../testing/test-site.ts';
import { createFolderStore } from '../file-store/folder-store.ts';
import { runMaintenanceJobs } from '../jobs/maintenance.ts';
import { readSettings } from '../settings.ts';
import { clearStateOfDisabledBackups, listBackupJobs, removeOldBackups } from './backup-jobs.ts';
import { loadBackup } from './load-backup.ts';
import { openBackup } from './open-backup.ts';
import { openBackupStore } from './open-backup-store.ts';

// Backs up a site by its schedule into a bucket of a real S3 server, encrypted.

const token = 'a-token-of-this-test';
const key = randomBytes(32).toString('hex');

const folder = await setUpDataFolder('site-backup-');
const database = await setUpDatabase();
const s3 = await startS3Server();
afterAll(() => s3.close());
await makeEntry(database, 'BLOG');

const readTestSettings = (more: Record<string, string> = {}) =>
  readSettings(
    {
      BACKUP_TO: 's3://site-files/backups/site',
      BACKUP_KEY: key,
      BACKUP_S3_ENDPOINT: s3.env.FILES_S3_ENDPOINT ?? '',
      BACKUP_S3_KEY_ID: 'S3RVER',
      BACKUP_S3_SECRET: 'S3RVER',
      ...more,
    },
    folder,
  );

/** Runs the backup jobs of a site with these settings. Returns the names of those that succeeded. */
async function runJobs(more?: Record<string, string>): Promise<string[]> {
  const source = { database, files: createFolderStore(join(folder, 'files')), settings: readTestSettings(more) };
  const { logger } = createRecordingLogger();
  return runMaintenanceJobs(database, listBackupJobs(source), logger);
}

it('makes none without BACKUP_TO', () => {
  const source = { database, files: createFolderStore(folder), settings: readSettings({}, folder) };
  expect(listBackupJobs(source)).toEqual([]);
});

it('shows a failure in the state, the metrics and /readyz until a backup succeeds', async () => {
  const site = await openTestSite({ database, env: { METRICS_TOKEN: token } });
  const read = async (path: string) =>
    (await fetch(site.address + path, { headers: { authorization: `Bearer ${token}` } })).text();
  try {
    expect(await runJobs({ BACKUP_TO: 's3://no-such-bucket/site' })).toEqual([]);
    const failed = await getBackupState(database);
    expect(failed).toMatchObject({ lastSuccessAt: null, error: expect.stringContaining('NoSuchBucket') });
    expect(await read('/metrics')).toMatch(/^backup_failing 1$/m);
    expect(JSON.parse(await read('/readyz'))).toMatchObject({ status: 'ready', backup: failed });
    // A failed job runs again, a successful one only when its time has come.
    expect([await runJobs(), await runJobs()]).toEqual([['backup', 'old backups'], []]);
    expect(await getBackupState(database)).toMatchObject({ failingSince: null, error: null });
    expect(await read('/metrics')).toMatch(/^backup_last_success_timestamp_seconds 1[\d.e+]+$/m);
    expect(await read('/metrics')).toMatch(/^backup_failing 0$/m);
  } finally {
    await site.close();
  }
});

it('is no longer shown after BACKUP_TO is unset, because no later backup would replace it, and the next is made at once', async () => {
  const other = await openTestDatabase();
  const site = await openTestSite({ database: other, env: { METRICS_TOKEN: token } });
  const readGauges = async () => {
    const answer = await fetch(`${site.address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.text()).match(/^backup_\w+(?= )/gm);
  };
  const failing = ['backup_failing', 'backup_removal_failing'];
  try {
    await recordBackup(other, null);
    await recordBackup(other, 'the bucket is away', { kind: 'backup_removal' });
    const backUp = () => claimRun(other, 'backup', 60 * 60 * 1_000, async () => 'made');
    await backUp();
    await clearStateOfDisabledBackups(other, readTestSettings());
    expect(await backUp()).toBeNull();
    expect(await readGauges()).toEqual(['backup_last_success_timestamp_seconds', ...failing]);
    await clearStateOfDisabledBackups(other, readSettings({}, folder));
    expect(await readGauges()).toEqual(failing);
    expect((await getBackupState(other, 'backup_removal')).failingSince).toBeNull();
    expect(await backUp()).toBe('made');
  } finally {
    await site.close();
    await other.close();
  }
});

it('is restored from the bucket with the key, and with no other', async () => {
  const root = await openBackupStore('s3://site-files/backups/site', readTestSettings());
  const [name] = await root.listFolders();
  const location = `s3://site-files/backups/site/${name}`;
  const empty = await openTestDatabase('template0');
  try {
    const target = { database: empty, files: createFolderStore(join(folder, 'restored')) };
    await loadBackup(await openBackup(location, readTestSettings()), target);
    expect(await empty.db.$count(entries)).toBe(await database.db.$count(entries));
  } finally {
    await empty.close();
  }
  await expect(openBackup(location, { ...readTestSettings(), BACKUP_KEY: undefined })).rejects.toThrow(
    'is encrypted. Set BACKUP_KEY to its key.',
  );
  await expect(openBackup(location, readTestSettings({ BACKUP_KEY: '0'.repeat(64) }))).rejects.toThrow(
    'manifest.json of s3://site-files/backups/site/',
  );
  await expect(openBackup(location)).rejects.toThrow('set BACKUP_S3_ENDPOINT, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET');
});

it('counts a backup as made if old ones cannot be removed, and only tries the removal again', async () => {
  const site = await openTestSite({ database, env: { METRICS_TOKEN: token } });
  const proxy = await startS3Proxy(s3.env.FILES_S3_ENDPOINT ?? '');
  const settings = { BACKUP_TO: 's3://site-files/backups/locked', BACKUP_S3_ENDPOINT: proxy.endpoint };
  const root = await openBackupStore(settings.BACKUP_TO, readTestSettings());
  const leftover = '2026-01-01T03-00-00.000Z';
  // Not deeper: the S3 server of the tests lists a folder only by the objects directly in it.
  await root.put(`${leftover}/entries.1`, Buffer.from('text'));
  await database.pool.query("delete from shared_values where name like 'last_run_%'");
  const readGauges = async () => {
    const answer = await fetch(`${site.address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.text()).match(/^backup_\w*failing \d$/gm);
  };
  try {
    proxy.acceptedDeletions = 0;
    expect([await runJobs(settings), await runJobs(settings)]).toEqual([['backup'], []]);
    expect(await getBackupState(database)).toMatchObject({ failingSince: null, error: null });
    expect((await getBackupState(database, 'backup_removal')).error).toContain('AccessDenied');
    expect(await readGauges()).toEqual(['backup_failing 0', 'backup_removal_failing 1']);
    proxy.acceptedDeletions = Number.POSITIVE_INFINITY;
    expect(await runJobs(settings)).toEqual(['old backups']);
    expect(await readGauges()).toEqual(['backup_failing 0', 'backup_removal_failing 0']);
    const names = await root.listFolders();
    expect(names).toHaveLength(1);
    expect(names).not.toContain(leftover);
  } finally {
    await proxy.close();
    await site.close();
  }
});

it('removes backups beyond the rules and what interrupted ones left, but nothing else', async () => {
  const root = await openBackupStore(join(folder, 'backups'), readTestSettings());
  const put = (name: string) => root.put(name, Buffer.from('{}'));
  for (const day of ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'])
    await put(`2026-11-${day}T03-00-00.000Z/manifest.json`);
  await put('2026-11-09T05-00-00.000Z/database/entries.1');
  await put('2026-11-10T20-00-00.000Z/database/entries.1');
  await put('notes/manifest.json');
  expect(await removeOldBackups(root, Date.parse('2026-11-10T21:00:00Z'))).toBe(3);
  expect((await root.listFolders()).sort()).toEqual([
    '2026-11-01T03-00-00.000Z',
    ...['04', '05', '06', '07', '08', '09', '10'].map((day) => `2026-11-${day}T03-00-00.000Z`),
    '2026-11-10T20-00-00.000Z',
    'notes',
  ]);
});

it('removes the manifest of a backup first, and what an interrupted removal left later', async () => {
  const proxy = await startS3Proxy(s3.env.FILES_S3_ENDPOINT ?? '');
  const place = 's3://site-files/backups/interrupted';
  const root = await openBackupStore(place, readTestSettings({ BACKUP_S3_ENDPOINT: proxy.endpoint }));
  const names = ['2026-11-10T02-00-00.000Z', '2026-11-10T03-00-00.000Z'];
  for (const name of names)
    for (const object of ['entries.1', 'manifest.json']) await root.put(`${name}/${object}`, Buffer.from('{}'));
  try {
    proxy.acceptedDeletions = 1;
    const now = Date.parse('2026-11-11T04:00:00Z');
    await expect(removeOldBackups(root, now)).rejects.toThrow('Access Denied');
    const [interrupted] = names.map((name) => root.open(name));
    expect(await interrupted?.has('manifest.json')).toBe(false);
    expect(await interrupted?.has('entries.1')).toBe(true);
    proxy.acceptedDeletions = Number.POSITIVE_INFINITY;
    expect(await removeOldBackups(root, now)).toBe(1);
    expect(await root.listFolders()).toEqual(names.slice(1));
  } finally {
    await proxy.close();
  }
});
