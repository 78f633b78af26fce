import { createServer } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getBackupState } from '../../api/db/backup-state.ts';
import type { Connection } from '../../api/db/connect.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { hangFile } from '../../testing/hanging-file.ts';
import { makeSubmission } from '../../testing/message-makers.ts';
import { findPostgresPid } from '../../testing/postgres-process.ts';
import { startS3Server } from '../../testing/s3-server.ts';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { openBackupStore } from '../backup/open-backup-store.ts';
import { openDatabase } from '../database/database.ts';
import { createAdminConfig } from '../database/embedded-postgres.ts';
import { findPostgresInstallation, type PostgresInstallation } from '../database/postgres-installation.ts';
import { openFileStore } from '../file-store/file-store.ts';
import { readSettings } from '../settings.ts';
import { findArchiveFolder, readArchiveState } from './archive-folder.ts';
import { hasEverySegment } from './follow-segments.ts';
import { listSegments } from './ship-segments.ts';
import { startArchiver } from './start-archiver.ts';
import { switchArchiving } from './switch-archiving.ts';

// Archives one embedded database to a bucket and then to a folder, while processes, connections and places fail.

const patience = { timeout: 90_000, interval: 100 };
const log = { warn: () => undefined, error: () => undefined };
/** Milliseconds after which a failure is reported. */
const failing = 6 * 60 * 1_000;

let database: Connection;
let installation: PostgresInstallation;
let passed = 0;

const createSettings = (env: Record<string, string>) =>
  readSettings({ DATA_DIR: join(folder, 'data'), ...env }, folder);
const createBucketSettings = (endpoint = s3.env.FILES_S3_ENDPOINT ?? '') =>
  createSettings({
    ARCHIVE_TO: 's3://site-files/archive',
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_KEY_ID: 'S3RVER',
    BACKUP_S3_SECRET: 'S3RVER',
  });

async function start(settings: ReturnType<typeof createSettings>) {
  const times = { interval: 100, shortestPause: 100, longestPause: 1_000 };
  const files = await openFileStore(settings);
  return startArchiver({ database, files, settings }, log, { times, now: () => Date.now() + passed });
}

async function ask(text: string): Promise<void> {
  const client = new pg.Client(createAdminConfig(installation));
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const readError = async () => (await getBackupState(database, 'archive')).error;

/** Changes the database, and waits until its archive at `to` covers the change. Returns the name of the base backup. */
async function archiveChange(to: string | undefined, interrupt: () => Promise<void> = async () => undefined) {
  await makeSubmission(database);
  const changed = Date.now();
  await interrupt();
  await expect
    .poll(async () => {
      await ask('select pg_switch_wal()').catch(() => undefined);
      const state = await readArchiveState(findArchiveFolder(installation));
      return state?.to === to && Date.parse(state?.coveredUntil ?? '') > changed;
    }, patience)
    .toBe(true);
  return (await readArchiveState(findArchiveFolder(installation)))?.base ?? '';
}

const s3 = await startS3Server();
afterAll(() => s3.close());
const folder = await setUpDataFolder('site-archiver-');
beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', '');
  await switchArchiving(createBucketSettings(), new AbortController().signal);
  database = await openDatabase(createBucketSettings());
  installation = await findPostgresInstallation(join(folder, 'data'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database?.close();
});

it('goes on with the same base backup and every segment after its connection or PostgreSQL is killed', async () => {
  const settings = createBucketSettings();
  const { ARCHIVE_TO: to = '' } = settings;
  const archiver = await start(settings);
  const base = await archiveChange(to);
  const afterConnection = await archiveChange(to, () =>
    ask(`select pg_switch_wal(), pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'site-archiver'`),
  );
  const afterKill = await archiveChange(to, async () => {
    const pid = await findPostgresPid(join(folder, 'data'));
    const switching = ask('select pg_switch_wal()').catch(() => undefined);
    process.kill(pid ?? expect.unreachable('PostgreSQL did not run'), 'SIGKILL');
    await switching;
  });
  await archiver.stop();
  expect([afterConnection, afterKill]).toEqual([base, base]);
  const segments = await listSegments((await openBackupStore(to, settings)).open(base));
  expect(hasEverySegment(segments, segments[0] ?? '', segments.at(-1) ?? '')).toBe(true);
});

it('reports a bucket that accepts and never answers, and stops without it', async () => {
  const port = await findFreePort();
  const server = createServer(() => undefined).listen(port, '127.0.0.1');
  const archiver = await start(createBucketSettings(`http://127.0.0.1:${port}`));
  passed = failing;
  await expect.poll(readError, patience).toContain('s3://site-files/archive does not answer');
  await archiver.stop();
  server.closeAllConnections();
  server.close();
});

it('reports a folder that hangs, until it answers again', async () => {
  passed = 0;
  const to = join(folder, 'archive');
  const archiver = await start(createSettings({ ARCHIVE_TO: to }));
  const base = await archiveChange(to);
  await expect.poll(readError, patience).toBeNull();
  const release = await hangFile(join(to, base, 'covered-until'));
  await makeSubmission(database);
  await ask('select pg_switch_wal()');
  passed = failing;
  await expect.poll(readError, patience).toContain(`${to} does not answer`);
  passed = 0;
  release();
  expect(await archiveChange(to)).toBe(base);
  await expect.poll(readError, patience).toBeNull();
  await archiver.stop();
});
