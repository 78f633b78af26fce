import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Connection } from '../../api/db/connect.ts';
import { checkMigrations, migrate, readMigrations } from '../../api/db/migrate.ts';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import { checkDatabase } from '../database/check-database.ts';
import { describeError } from '../process/describe-error.ts';
import { type Report, runStep } from '../process/steps.ts';
import { BackupError } from './backup-error.ts';
import { connectForCopy } from './copy-client.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { checkFilesFolder } from './install-restored-data.ts';
import { loadFiles } from './load-files.ts';
import { loadTables } from './load-tables.ts';
import type { ContentInBackup } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import { readBytes } from './parts.ts';

/** An empty place that receives a backup. */
export interface RestoreTarget {
  database: Connection;
  files: FileStore;
  /** The data folder, whose folder of visitors' files must be empty; absent if the files are in a bucket. */
  dataDir?: string;
  /** What the operator must do after a restore that failed, because tables are left. */
  adviceAfterFailure?: string;
}

async function checkBackupMigrations({ manifest }: OpenBackup): Promise<void> {
  try {
    checkMigrations(manifest.migrations, await readMigrations(), 'The backup');
  } catch (error) {
    throw new BackupError((error as Error).message);
  }
}

/** Throws `BackupError` if the database has a table, a view or a sequence that no extension brought. */
async function checkEmpty({ pool }: Connection): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(`select c.oid::regclass::text as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by 1 limit 1`);
  if (rows[0])
    throw new BackupError(`The database is not empty: it has ${rows[0].name}. A restore overwrites nothing.`);
}

/** Compares the content files of a backup with the manifest. */
async function verifyContentFiles(backup: OpenBackup, report?: Report): Promise<void> {
  async function verify({ name, sha256, parts }: ContentInBackup): Promise<void> {
    if (hash('sha256', await readBytes(backup.store, parts), 'hex') !== sha256)
      throw new BackupError(`The content file ${name} differs from the manifest.`);
  }
  await forEachConcurrently(backup.manifest.content ?? [], verify, report);
}

/** Holds mails that may have been sent after the moment of a backup. Returns how many. */
export async function holdUnsentMails(client: Pick<pg.Pool, 'query'>): Promise<number> {
  const held = await client.query(
    'update outbox set held = true where sent_at is null and dead_at is null and not held',
  );
  return held.rowCount ?? 0;
}

/** Creates the schema of the backup, loads the rows and files, and brings the schema up to date. */
async function load(backup: OpenBackup, { database, files }: RestoreTarget, sendsMails: boolean) {
  await migrate(database.config, { names: backup.manifest.migrations.map(({ name }) => name) });
  const stored: string[] = [];
  const client = await connectForCopy(database.config);
  let heldMails = 0;
  try {
    await client.query('begin');
    await runStep('Tables', (report) => loadTables(client, backup, report));
    await runStep('Files', (report) => loadFiles(files, backup, stored, report));
    if (!sendsMails) heldMails = await holdUnsentMails(client);
    await client.query('commit');
  } catch (error) {
    await Promise.allSettled(stored.map((key) => files.remove(key)));
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
  await migrate(database.config);
  await database.pool.query('analyze');
  return { heldMails };
}

/**
 * Loads a backup into an empty place: rows in one transaction, compared with the manifest before the commit, and
 * visitors' files, which are removed if it fails. Then brings the schema up to date. Unsent mails are held, unless
 * `sendsMails`. Returns how many are held. Throws `BackupError` if the place is not empty or the backup is damaged.
 */
export async function loadBackup(
  backup: OpenBackup,
  target: RestoreTarget,
  { sendsMails = false } = {},
): Promise<{ heldMails: number }> {
  await checkBackupMigrations(backup);
  await checkDatabase(target.database.pool);
  await checkEmpty(target.database);
  if (target.dataDir) await checkFilesFolder(target.dataDir);
  try {
    return await load(backup, target, sendsMails);
  } catch (error) {
    const { adviceAfterFailure: advice } = target;
    if (!advice) throw error;
    const reason = error instanceof BackupError ? error.message : describeError(error);
    throw new BackupError(`${reason}\n${advice}`, { cause: error });
  }
}

/** Loads a backup into a scratch database, and compares every row and file with the manifest. */
export async function compareBackup(backup: OpenBackup, scratch: RestoreTarget): Promise<void> {
  await loadBackup(backup, scratch);
  await runStep('Content files', (report) => verifyContentFiles(backup, report));
}
