import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { forgetBackups, getBackupState, recordBackup } from '../../api/backups/state.ts';
import { advisoryLockKeys } from '../../api/db/advisory-locks.ts';
import { describeBackupFailure } from '../backup/backup-error.ts';
import { openBackupStore } from '../backup/open-backup-store.ts';
import { createAdminConfig } from '../database/embedded-postgres.ts';
import { findPostgresInstallation } from '../database/postgres-installation.ts';
import { getFreeMegabytes } from '../process/low-disk.ts';
import { settleWithin } from '../process/settle-within.ts';
import { abandonSegments, findArchiveFolder } from './archive-folder.ts';
import { type Archiver, type ArchiveSource, createArchiver } from './archiver.ts';

/** Milliseconds between two rounds. After failures the pause grows from `firstRetry` to `lastRetry`. */
const interval = 3_000;
const firstRetry = 5_000;
const lastRetry = 5 * 60 * 1_000;
/** Milliseconds for which a server that stops waits until its last changes are in the archive. */
const lastRound = 3_000;
const lastPause = 100;
/** Milliseconds by which the archive may lag behind before operators and editors are told. */
const patience = 5 * 60 * 1_000;

export interface ArchiveLog {
  warn(values: object, message: string): void;
  error(values: object, message: string): void;
}

type ArchiveContext = Pick<ArchiveSource, 'database' | 'files' | 'settings'>;

/**
 * Records when the archive fails or recovers. It does not record each round, because each row would cause a further
 * segment.
 */
function createReport(context: ArchiveContext) {
  const { database } = context;
  let goodAt = Date.now();
  let recorded: string | null | undefined;
  let baseAt: number | undefined;
  async function record(error: string | null): Promise<void> {
    if (recorded === undefined) recorded = (await getBackupState(database, 'archive')).error;
    if (recorded === error) return;
    await recordBackup(database, error, { kind: 'archive' });
    recorded = error;
  }
  return {
    /** Reports a round without an error. The archive still counts as failed if it has made no progress for too long. */
    succeeded: async ({ coveredUntil, base }: ReturnType<Archiver['progress']>): Promise<void> => {
      const now = Date.now();
      if (coveredUntil && now - coveredUntil.getTime() < patience) {
        goodAt = now;
        // The first success of a base backup is recorded too.
        if (base?.getTime() !== baseAt) recorded = 'unknown';
        await record(null);
        baseAt = base?.getTime();
      } else if (coveredUntil && now - goodAt > patience)
        await record('PostgreSQL hands over no segments; DATA_DIR/postgres.log says why');
    },
    failed: async (error: unknown): Promise<void> => {
      if (Date.now() - goodAt > patience) await record(describeBackupFailure(error));
    },
  };
}

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
  succeeded: (progress: ReturnType<Archiver['progress']>) => Promise<void>,
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
 * Abandons the current base backup if segments that cannot be stored fill the disk, because the site must still store
 * forms. A new base backup begins once the archive can be reached.
 */
async function freeLowDisk({ archive, settings }: ArchiveSource, log: ArchiveLog): Promise<void> {
  if ((await getFreeMegabytes(archive.folder)) >= settings.FREE_DISK_MB) return;
  await abandonSegments(archive);
  log.error({}, 'the disk is nearly full, so segments that could not be archived were removed');
}

/** Archives the embedded database to `ARCHIVE_TO` until it is stopped; does nothing without that setting. */
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
  const source = { ...context, to, root, place, archive, admin: createAdminConfig(place) };
  const report = createReport(context);
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
        await freeLowDisk(source, log).catch(() => undefined);
        pause = Math.min(2 * pause, lastRetry);
      }
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
  const running = keepRunning();
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}
