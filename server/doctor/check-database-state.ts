import { getBackupState } from '../../api/db/backup-state.ts';
import { getRunKey } from '../../api/db/claim-run.ts';
import type { Connection } from '../../api/db/connect.ts';
import { isMigrated } from '../../api/db/migrate.ts';
import { findWriteRefusal } from '../../api/db/write-refusal.ts';
import { getOutboxState } from '../../api/messages/outbox/mail-state.ts';
import { formatCount } from '../../contract/content/number-text.ts';
import { formatWait } from '../../contract/http/wait-text.ts';
import { readArchiveFigures } from '../archive/read-figures.ts';
import { checkDatabase } from '../database/check-database.ts';
import { StartError } from '../process/start-error.ts';
import type { Settings } from '../settings.ts';
import { createOk, createProblem, createWarning, type Finding } from './finding.ts';

type BackupSettings = Pick<Settings, 'BACKUP_TO' | 'BACKUP_HOURS' | 'ARCHIVE_TO' | 'DATA_DIR'>;

/** Minutes by which the continuous archive may lag behind, and megabytes that may wait for it. */
const archiveTolerance = 5;
const maxWaiting = 512;

/** Seconds by which the clocks of the server and of the database may differ. */
const clockTolerance = 5;

async function checkClock({ pool }: Connection, now: () => number): Promise<Finding> {
  const before = now();
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const middle = (before + now()) / 2;
  const seconds = Math.abs((rows[0]?.now.getTime() ?? 0) - middle) / 1_000;
  if (seconds <= clockTolerance) return createOk(`clock: ${seconds.toFixed(1)} s away from that of the database`);
  return createProblem(
    `clock: ${seconds.toFixed(0)} s from the database's. Codes of authenticator apps and rate limits fail. Let both machines use NTP.`,
  );
}

async function checkMails(connection: Connection): Promise<Finding> {
  const { waiting, dead, oldestDueSeconds } = await getOutboxState(connection);
  if (dead > 0)
    return createProblem(`outbox: ${formatCount(dead, 'mail was', 'mails were')} given up. npx site outbox says why.`);
  if (oldestDueSeconds > 900)
    return createProblem(`outbox: a mail has waited for ${formatWait(oldestDueSeconds)}. Look at the mail server.`);
  const { rows } = await connection.pool.query<{ at: Date | null }>('select max(sent_at) as at from outbox');
  const last = rows[0]?.at ? `; the last one was sent ${rows[0].at.toISOString()}` : '';
  return createOk(`outbox: ${formatCount(waiting, 'mail is', 'mails are')} waiting${last}`);
}

async function checkBackup(connection: Connection, { BACKUP_TO, BACKUP_HOURS }: BackupSettings): Promise<Finding> {
  if (!BACKUP_TO) return createWarning('backup: BACKUP_TO is not set, so the site makes no backups by itself');
  const { lastSuccessAt, failingSince, error } = await getBackupState(connection);
  if (failingSince) return createProblem(`backup: fails since ${failingSince}: ${error}`);
  if (!lastSuccessAt) return createWarning('backup: none was made yet; the first is made a minute after the start');
  const hours = (Date.now() - Date.parse(lastSuccessAt)) / 3_600_000;
  if (hours > 2 * BACKUP_HOURS)
    return createProblem(`backup: the last one is ${formatCount(Math.round(hours), 'hour')} old. Does a server run?`);
  return createOk(`backup: the last one ended ${lastSuccessAt}`);
}

/** Checks the removal of old backups. Returns no finding if it succeeds. */
async function checkBackupRemoval(connection: Connection, { BACKUP_TO }: BackupSettings): Promise<Finding[]> {
  const { failingSince, error } = await getBackupState(connection, 'backup_removal');
  if (!BACKUP_TO || !failingSince) return [];
  return [createProblem(`backup: old ones could not be removed since ${failingSince}: ${error}`)];
}

/** Checks the continuous archive. Returns no finding without one. */
async function checkArchive(connection: Connection, settings: BackupSettings): Promise<Finding[]> {
  const figures = await readArchiveFigures(settings);
  if (!figures) return [];
  const { failingSince, error } = await getBackupState(connection, 'archive');
  const waiting = Math.round(figures.waitingBytes / (1024 * 1024));
  const space = `${waiting} MB wait in DATA_DIR`;
  if (failingSince) return [createProblem(`archive: fails since ${failingSince}: ${error} (${space})`)];
  if (waiting > maxWaiting) return [createProblem(`archive: ${space} and fill its disk. Does a server run?`)];
  if (!figures.coveredUntil) return [createWarning('archive: the first base backup is not finished')];
  const minutes = (Date.now() - Date.parse(figures.coveredUntil)) / 60_000;
  if (minutes > archiveTolerance)
    return [createProblem(`archive: it ends at ${figures.coveredUntil} (${space}). Does a server run?`)];
  return [createOk(`archive: reaches to ${figures.coveredUntil}`)];
}

/** Hours after which the hourly jobs should have run again. */
const jobTolerance = 3;

async function checkJobs({ pool }: Connection): Promise<Finding> {
  const { rows } = await pool.query<{ at: string | null }>('select value as at from shared_values where name = $1', [
    getRunKey('retention'),
  ]);
  const at = rows[0]?.at;
  if (!at) return createOk('jobs: begin a minute after the first start');
  const ended = new Date(at).toISOString();
  if (Date.now() - Date.parse(ended) > jobTolerance * 3_600_000)
    return createProblem(`jobs: last ended ${ended}. Does a server run?`);
  return createOk(`jobs: last ended ${ended}`);
}

/** Checks version, rights, schema, write access and clock of the database, its outbox, and its backups. */
export async function checkDatabaseState(
  connection: Connection,
  settings: BackupSettings,
  now: () => number = Date.now,
): Promise<Finding[]> {
  const { pool } = connection;
  try {
    await checkDatabase(pool);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [createProblem(`database: ${error.message}`)];
  }
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  const database = `database: PostgreSQL ${rows[0]?.server_version}`;
  if (!(await isMigrated(pool).catch(() => false)))
    return [
      createOk(database),
      createWarning('schema: older than this version. The next start of the server brings it up to date.'),
    ];
  const refusal = await findWriteRefusal(pool);
  return [
    refusal ? createProblem(`${database} cannot store anything: ${refusal}`) : createOk(`${database} accepts writes`),
    await checkClock(connection, now),
    await checkMails(connection),
    await checkJobs(connection),
    await checkBackup(connection, settings),
    ...(await checkBackupRemoval(connection, settings)),
    ...(await checkArchive(connection, settings)),
  ];
}
