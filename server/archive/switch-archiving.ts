import { chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import pg from 'pg';
import { isBucket } from '../backup/open-backup-store.ts';
import { countUsingProcesses } from '../database/count-using-processes.ts';
import { createAdminConfig, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { findPostgresInstallation, type PostgresInstallation } from '../database/postgres-installation.ts';
import { StartError } from '../process/start-error.ts';
import type { Settings } from '../settings.ts';
import { type ArchiveFolder, abandonSegments, findArchiveFolder, spoolFromData } from './archive-folder.ts';

/**
 * Seconds after which PostgreSQL finishes a segment that has changes. With the time to copy it, a lost machine loses a
 * minute at most.
 */
const segmentSeconds = 50;

/** PostgreSQL's own module syncs each copy, and never replaces a different file (manual, "basic_archive"). */
const library = 'basic_archive';

const archiveSettings = {
  archive_mode: 'on',
  archive_library: library,
  'basic_archive.archive_directory': spoolFromData,
  archive_timeout: `${segmentSeconds}s`,
};

/** Returns the value of `archive_mode` in the running PostgreSQL; null while PostgreSQL is not running. */
async function readRunningMode(installation: PostgresInstallation): Promise<string | null> {
  const client = new pg.Client({
    ...createAdminConfig(installation),
    connectionTimeoutMillis: 2_000,
    query_timeout: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ archive_mode: string }>('show archive_mode');
    return rows[0]?.archive_mode ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Returns whether all stored settings are those for archiving on or off, and a running PostgreSQL uses them. A process
 * that was killed while it changed them leaves some unchanged, or a running PostgreSQL with the former ones.
 */
async function hasArchiveSettings(installation: PostgresInstallation, isOn: boolean): Promise<boolean> {
  const text = await readFile(join(installation.data, 'postgresql.auto.conf'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const isAsWanted = Object.entries(archiveSettings).every(([name, value]) =>
    isOn ? lines.includes(`${name} = '${value}'`) : !lines.some((line) => line.startsWith(`${name} =`)),
  );
  if (!isAsWanted) return false;
  const running = await readRunningMode(installation);
  return running === null || running === (isOn ? 'on' : 'off');
}

async function createSpool({ folder, spool }: ArchiveFolder, { account }: PostgresInstallation): Promise<void> {
  await mkdir(spool, { recursive: true, mode: 0o700 });
  if (!account) return;
  for (const path of [folder, spool]) await chown(path, account.uid, account.gid);
}

async function checkLibrary({ native }: PostgresInstallation): Promise<void> {
  const names = await readdir(join(native, 'lib/postgresql')).catch((): string[] => []);
  if (!names.some((name) => name.startsWith(`${library}.`)))
    throw new StartError(`ARCHIVE_TO cannot be used on this machine: its PostgreSQL has no module ${library}.`);
}

/** Throws `StartError` if the archive would be lost together with the data folder. */
function checkLocation(to: string, dataDir: string): void {
  if (!isBucket(to) && !relative(dataDir, resolve(to)).startsWith('..'))
    throw new StartError(
      `ARCHIVE_TO (${to}) is in DATA_DIR, which it is to survive. Name a folder on another disk or a bucket.`,
    );
}

/** Throws `StartError` while another process of the site uses the database, because PostgreSQL must be restarted. */
async function checkUnused(client: pg.Client): Promise<void> {
  if ((await countUsingProcesses(client)) > 1)
    throw new StartError(
      'ARCHIVE_TO differs from that of another server of this DATA_DIR. Stop all its servers, then start them with the same settings.',
    );
}

/** Stores the settings for archiving on or off, and stops PostgreSQL, so that its next start uses them. */
async function changeSettings(dataDir: string, isOn: boolean, signal: AbortSignal): Promise<void> {
  const embedded = await startEmbeddedPostgres(dataDir, signal);
  const client = new pg.Client(embedded.admin);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await checkUnused(client);
    for (const [name, value] of Object.entries(archiveSettings))
      await client.query(isOn ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`);
  } finally {
    await client.end().catch(() => undefined);
    await embedded.stop();
  }
}

/**
 * Switches the continuous archiving of the embedded PostgreSQL on or off, as `ARCHIVE_TO` says. The setting is stored
 * with the database, so that PostgreSQL archives too while only a command runs it. Throws `StartError` if the operator
 * must act first.
 */
export async function switchArchiving(
  { DATABASE_URL, DATA_DIR, ARCHIVE_TO }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR' | 'ARCHIVE_TO'>,
  signal: AbortSignal,
): Promise<void> {
  if (DATABASE_URL) return;
  const installation = await findPostgresInstallation(DATA_DIR);
  const archive = findArchiveFolder(installation);
  const isOn = ARCHIVE_TO !== undefined;
  if (ARCHIVE_TO !== undefined) {
    checkLocation(ARCHIVE_TO, DATA_DIR);
    await checkLibrary(installation);
  }
  const isChanged = !(await hasArchiveSettings(installation, isOn));
  // Segments written while archiving was off are not in the archive, so a new base backup must begin.
  if (isChanged && isOn) await abandonSegments(archive);
  if (isChanged) await changeSettings(DATA_DIR, isOn, signal);
  if (isOn) await createSpool(archive, installation);
  else await abandonSegments(archive);
}
