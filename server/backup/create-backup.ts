import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { collectContent } from '../../api/content/import-export/export.ts';
import { advisoryLockKeys } from '../../api/db/claim-run.ts';
import type { Connection } from '../../api/db/connect.ts';
import { readMigrations } from '../../api/db/migrate.ts';
import * as tables from '../../api/db/tables.ts';
import { recordToLog } from '../../api/log/record.ts';
import { readSealedRecord } from '../../api/log/seal.ts';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import { projectFolder } from '../folders.ts';
import { runStep } from '../process/steps.ts';
import { describeSettings, type Settings } from '../settings.ts';
import { backUpFiles, readFileRows } from './back-up-files.ts';
import { backUpTables } from './back-up-tables.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import { connectForCopy } from './copy-client.ts';
import { quoteName, readSequences, readTables } from './database-shape.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { type BackupManifest, type ContentInBackup, formatVersion } from './manifest.ts';
import { storeBackupManifest } from './open-backup.ts';
import { writeBytes } from './parts.ts';

const createDatabase = (client: pg.Client) => drizzle({ client, schema: tables });

/** Stores the content in the transaction of the client, as files that `npx site import` reads. */
async function backUpContent(client: pg.Client, store: BackupStore): Promise<ContentInBackup[]> {
  const files = await collectContent({ db: createDatabase(client) });
  const stored: ContentInBackup[] = [];
  await forEachConcurrently([...files], async ([name, text]) => {
    const bytes = Buffer.from(text);
    const parts = await writeBytes(store, `content/${name}`, bytes);
    stored.push({ name, bytes: bytes.length, sha256: hash('sha256', bytes, 'hex'), parts });
  });
  return stored;
}

/** What a backup copies, and the settings that it records. */
export interface BackupSource {
  database: Connection;
  files: FileStore;
  settings: Settings;
  /** Whether the backup holds visitors' files; default: true. */
  includesFiles?: boolean;
}

export interface FinishedBackup {
  location: string;
  manifest: BackupManifest;
}

/**
 * Begins a transaction whose snapshot no migration can disturb. Returns the tables of the site. Throws `BackupError`
 * during a migration, and for a database without a site.
 */
async function beginSnapshot(client: pg.Client) {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock_shared($1) as taken', [
    advisoryLockKeys.migration,
  ]);
  if (!rows[0]?.taken) throw new BackupError('A server migrates the database now. Try again when it has started.');
  const { rows: found } = await client.query<{ migrated: boolean }>(
    "select to_regclass('migrations') is not null as migrated",
  );
  if (!found[0]?.migrated) throw new BackupError('The database holds no site: it has no table "migrations".');
  const tables = await readTables(client);
  await client.query('begin isolation level repeatable read read only');
  // The tables are locked before the first query takes the snapshot: a TRUNCATE after it would empty a table for the
  // snapshot too.
  const names = ['migrations', ...tables.map(({ name }) => name)].map(quoteName).join(', ');
  await client.query(`lock table ${names} in access share mode`);
  // The locks keep the tables as they are, so servers of this version may start meanwhile.
  await client.query('select pg_advisory_unlock_shared($1)', [advisoryLockKeys.migration]);
  return tables;
}

export async function readProgramVersion(): Promise<string> {
  const text = await readFile(join(projectFolder, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Returns whether the program and the database have the same migrations. */
async function hasProgramSchema(applied: BackupManifest['migrations']): Promise<boolean> {
  const own = await readMigrations();
  const isSame = ({ name, sha256 }: { name: string; sha256: string }) =>
    applied.some((one) => one.name === name && one.sha256 === sha256);
  return own.length === applied.length && own.every(isSame);
}

/** Stores everything that is in the database, as of one moment. */
async function backUpDatabase(client: pg.Client, store: BackupStore) {
  const tables = await beginSnapshot(client);
  const { rows } = await client.query<{ moment: Date; version: string }>(
    "select now() as moment, current_setting('server_version_num') as version",
  );
  const { rows: migrations } = await client.query<BackupManifest['migrations'][number]>(
    'select name, sha256 from migrations order by name',
  );
  const stored = await runStep('Tables', (report) => backUpTables(client, tables, store, report));
  const fileRows = await readFileRows(client);
  const content = (await hasProgramSchema(migrations))
    ? await runStep('Content', () => backUpContent(client, store))
    : null;
  // In the transaction of the snapshot, so the record is in the backup.
  const log = content && (await readSealedRecord({ db: createDatabase(client) }));
  const sequences = await readSequences(client);
  await client.query('commit');
  return {
    moment: rows[0]?.moment ?? new Date(),
    serverVersion: Number(rows[0]?.version),
    migrations,
    tables: stored,
    fileRows,
    content,
    sequences,
    ...(log && log.number > 0 && { log }),
  };
}

/** Returns the name of a new backup: its time, in characters that every file system accepts. */
export function createBackupName(time: Date): string {
  return time.toISOString().replaceAll(':', '-');
}

/** Returns the time of a backup by the name of its folder; null for another name. */
export function parseBackupName(name: string): Date | null {
  const [, date, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z$/.exec(name) ?? [];
  const time = new Date(`${date}T${hours}:${minutes}:${seconds}Z`);
  return date && !Number.isNaN(time.getTime()) ? time : null;
}

/**
 * Backs up the site to a new folder of the store, while it runs: the database and the content as of one moment,
 * visitors' files, and the names of the settings. The manifest is stored last, so a backup with a manifest is complete.
 * What an unfinished backup stored is removed.
 */
export async function createBackup(
  { database, files, settings, includesFiles = true }: BackupSource,
  root: BackupStore,
): Promise<FinishedBackup> {
  const name = createBackupName(new Date());
  const store = root.open(name);
  const client = await connectForCopy(database.config);
  try {
    const { moment, fileRows, ...stored } = await backUpDatabase(client, store);
    const manifest: BackupManifest = {
      format: formatVersion,
      moment: moment.toISOString(),
      program: await readProgramVersion(),
      ...stored,
      ...(await runStep('Files', (report) =>
        backUpFiles(database.pool, files, includesFiles ? fileRows : [], store, report),
      )),
      settings: describeSettings(settings),
    };
    await storeBackupManifest(store, manifest);
    const count = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
    // The database of an earlier version may have no log.
    if (manifest.content) await recordToLog(database, { kind: 'system.BACKUP', by: null, facts: { count } });
    return { location: store.location, manifest };
  } catch (error) {
    await root.removeFolder(name).catch(() => undefined);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
