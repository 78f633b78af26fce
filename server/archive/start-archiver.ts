import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { forgetBackups } from '../../api/backups/state.ts';
import { advisoryLockKeys } from '../../api/db/advisory-locks.ts';
import { openBackupStore } from '../backup/open-backup-store.ts';
import { createAdminConfig } from '../database/embedded-postgres.ts';
import { findPostgresInstallation } from '../database/postgres-installation.ts';
import { settleWithin } from '../process/settle-within.ts';
import { findArchiveFolder } from './archive-folder.ts';
import { type Archiver, type ArchiveSource, createArchiver } from './archiver.ts';
import { type ArchiveProgress, createArchiveStateRecorder } from './report-progress.ts';
import { watchDisk } from './watch-disk.ts';

/** Milliseconds between two rounds. After failures the pause grows from `firstRetry` to `lastRetry`. */
const interval = 3_000;
const firstRetry = 5_000;
const lastRetry = 5 * 60 * 1_000;
/** Milliseconds for which a server that stops waits until its last changes are in the archive. */
const lastRound = 3_000;
const lastPause = 100;

export interface ArchiveLog {
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}

type ArchiveContext = Pick<ArchiveSource, 'database' | 'files' | 'settings'>;

/** Finishes the current segment, and runs the archiver until the segment is stored. */
async function archiveUntilNow(archiver: Archiver, admin: pg.Client): Promise<void> {
  const now = Date.now();
  // Records a position in the current segment. Once the segment is stored, the archive is complete up to this position.
  await archiver.run();
  await admin.query('select pg_switch_wal()');
  while ((archiver.progress().coveredUntil?.getTime() ?? now) < now && Date.now() - now < lastRound) {
    await sleep(lastPause);
    await archiver.run();
  }
}

/** Works as the archiver while this process holds the lock and nothing fails. */
async function runArchiver(
  source: ArchiveSource,
  signal: AbortSignal,
  succeeded: (progress: ArchiveProgress) => Promise<void>,
): Promise<void> {
  const admin = new pg.Client({ ...source.admin, application_name: 'site-archiver', keepAlive: true });
  admin.on('error', () => undefined);
  try {
    await admin.connect();
    const { rows } = await admin.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      advisoryLockKeys.archive,
    ]);
    if (!rows[0]?.taken) return;
    // Writes a change, so that PostgreSQL finishes the segment that an earlier server began.
    await admin.query("select pg_logical_emit_message(false, 'site', 'archiver started')");
    const archiver = await createArchiver(source, admin);
    try {
      while (!signal.aborted) {
        await archiver.run();
        await succeeded(archiver.progress());
        await sleep(interval, undefined, { signal }).catch(() => undefined);
      }
      await settleWithin(lastRound, archiveUntilNow(archiver, admin));
    } finally {
      await archiver.stop();
    }
  } finally {
    await admin.end().catch(() => undefined);
  }
}

/**
 * Archives the embedded database to `ARCHIVE_TO` until it is stopped. Without that setting, it only deletes the
 * recorded state of the archive.
 */
export async function startArchiver(context: ArchiveContext, log: ArchiveLog): Promise<{ stop(): Promise<void> }> {
  const { database, settings } = context;
  const { ARCHIVE_TO: to } = settings;
  if (!to) {
    await forgetBackups(database, 'archive');
    return { stop: async () => undefined };
  }
  const place = await findPostgresInstallation(settings.DATA_DIR);
  const archive = findArchiveFolder(place);
  const root = await openBackupStore(to, settings);
  const report = createArchiveStateRecorder(database);
  const baseFailed = (error: unknown) => {
    log.warn({ err: error }, 'the base backup of the archive failed and will be tried again');
    report.baseFailed(error);
  };
  const source = { ...context, to, root, place, archive, admin: createAdminConfig(place), baseFailed };
  const ending = new AbortController();
  const { signal } = ending;
  async function keepRunning(): Promise<void> {
    let pause = firstRetry;
    while (!signal.aborted) {
      try {
        await runArchiver(source, signal, async (progress) => {
          pause = firstRetry;
          await report.succeeded(progress);
        });
      } catch (error) {
        log.warn({ err: error }, 'the database could not be archived and will be tried again');
        await report.failed(error).catch(() => undefined);
        pause = Math.min(2 * pause, lastRetry);
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  const removed = () => log.error({}, 'the disk is nearly full, so segments that could not be archived were removed');
  const running = Promise.all([keepRunning(), watchDisk(archive, settings.FREE_DISK_MB, signal, removed)]);
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}
