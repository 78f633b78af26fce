import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clearBackupState } from '../../api/db/backup-state.ts';
import { advisoryLockKeys } from '../../api/db/claim-run.ts';
import { BackupError } from '../backup/backup-error.ts';
import { openBackupStore } from '../backup/open-backup-store.ts';
import { createAdminConfig } from '../database/embedded-postgres.ts';
import { findPostgresInstallation } from '../database/postgres-installation.ts';
import { settleWithin } from '../process/settle-within.ts';
import { findArchiveFolder } from './archive-folder.ts';
import { type Archiver, type ArchiverOptions, createArchiver } from './archiver.ts';
import { type ArchiveProgress, createArchiveStateRecorder } from './report-progress.ts';
import { watchDisk } from './watch-disk.ts';

/** Milliseconds of an archiver's pauses and waits. */
const defaultTimes = {
  /** Between two rounds, and between two reports of a place that does not answer. */
  interval: 3_000,
  /** Before the archiver starts again. After failures the pause grows from `shortestPause` to `longestPause`. */
  shortestPause: 5_000,
  longestPause: 5 * 60 * 1_000,
  /** The longest time for which a stopping server waits until its last changes are in the archive. */
  endTimeout: 3_000,
  /** Between two rounds of a stopping server. */
  endInterval: 100,
};

type ArchiveTimes = typeof defaultTimes;

export interface ArchiveLog {
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}

/** What is archived, and the settings that say where. */
type ArchiveSource = Pick<ArchiverOptions, 'database' | 'files' | 'settings'>;

/** Finishes the current segment, and runs the archiver until the segment is stored. */
async function archiveUntilNow(archiver: Archiver, admin: pg.Client, times: ArchiveTimes): Promise<void> {
  const now = Date.now();
  // Records a position in the current segment. Once the segment is stored, the archive is complete up to this position.
  await archiver.run();
  await admin.query('select pg_switch_wal()');
  while ((archiver.progress().coveredUntil?.getTime() ?? now) < now && Date.now() - now < times.endTimeout) {
    await sleep(times.endInterval);
    await archiver.run();
  }
}

/** How long an archiver waits, when it ends, and how it reports. */
interface ArchiverRun {
  times: ArchiveTimes;
  signal: AbortSignal;
  onProgress: (progress: ArchiveProgress) => Promise<void>;
  /**
   * Waits for a call that uses the archive's place, and reports a place that hangs. Returns false if the signal aborts
   * before the call ends. Does not reject: the caller awaits the call for its result or error.
   */
  waitForCall: (call: Promise<unknown>) => Promise<boolean>;
}

/**
 * Archives in rounds until the signal aborts. Returns at once if another process is the archiver. Rejects if a round
 * fails or the connection is lost.
 */
async function runArchiver(
  options: ArchiverOptions,
  { times, signal, onProgress, waitForCall }: ArchiverRun,
): Promise<void> {
  const admin = new pg.Client({ ...options.admin, application_name: 'site-archiver', keepAlive: true });
  admin.on('error', () => undefined);
  try {
    await admin.connect();
    const { rows } = await admin.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      advisoryLockKeys.archive,
    ]);
    if (!rows[0]?.taken) return;
    // Writes a change, so that PostgreSQL finishes the segment that an earlier server began.
    await admin.query("select pg_logical_emit_message(false, 'site', 'archiver started')");
    const creating = createArchiver(options, admin);
    if (!(await waitForCall(creating))) return;
    const archiver = await creating;
    try {
      while (!signal.aborted) {
        const round = archiver.run();
        if (!(await waitForCall(round))) return;
        await round;
        await onProgress(archiver.progress());
        await sleep(times.interval, undefined, { signal }).catch(() => undefined);
      }
      await settleWithin(times.endTimeout, archiveUntilNow(archiver, admin, times));
    } finally {
      await waitForCall(archiver.stop());
    }
  } finally {
    await admin.end().catch(() => undefined);
  }
}

interface StartArchiverOptions {
  times?: Partial<ArchiveTimes>;
  /** The clock that decides whether a failure has lasted long enough to be recorded. */
  now?: () => number;
}

/**
 * Archives the embedded database to `ARCHIVE_TO` until it is stopped. Without that setting, it only deletes the
 * recorded state of the archive.
 */
export async function startArchiver(
  source: ArchiveSource,
  log: ArchiveLog,
  { times: given, now }: StartArchiverOptions = {},
): Promise<{ stop(): Promise<void> }> {
  const { database, settings } = source;
  const { ARCHIVE_TO: to } = settings;
  if (!to) {
    await clearBackupState(database, 'archive');
    return { stop: async () => undefined };
  }
  const times = { ...defaultTimes, ...given };
  const installation = await findPostgresInstallation(settings.DATA_DIR);
  const archive = findArchiveFolder(installation);
  const root = await openBackupStore(to, settings);
  const recorder = createArchiveStateRecorder(database, now);
  const onBaseFailure = (error: unknown) => {
    log.warn({ err: error }, 'the base backup of the archive failed and will be tried again');
    recorder.keepBaseError(error);
  };
  const options = {
    ...source,
    to,
    root,
    installation,
    archive,
    admin: createAdminConfig(installation),
    onBaseFailure,
  };
  const ending = new AbortController();
  const { signal } = ending;
  async function waitForCall(call: Promise<unknown>): Promise<boolean> {
    // A place that hangs throws no error, so the call is not awaited alone.
    while (!(await settleWithin(times.interval, call))) {
      if (signal.aborted) return false;
      const error = new BackupError(`${root.location} does not answer, or stores too slowly`);
      await recorder.recordFailure(error).catch(() => undefined);
    }
    return true;
  }
  async function keepRunning(): Promise<void> {
    let pause = times.shortestPause;
    const onProgress = async (progress: ArchiveProgress) => {
      pause = times.shortestPause;
      await recorder.recordProgress(progress);
    };
    while (!signal.aborted) {
      try {
        await runArchiver(options, { times, signal, onProgress, waitForCall });
      } catch (error) {
        log.warn({ err: error }, 'the database could not be archived and will be tried again');
        await recorder.recordFailure(error).catch(() => undefined);
        pause = Math.min(2 * pause, times.longestPause);
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  const onRemoved = () => log.error({}, 'the disk is nearly full, so segments that could not be archived were removed');
  const running = Promise.all([keepRunning(), watchDisk(archive, settings.FREE_DISK_MB, signal, onRemoved)]);
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}
