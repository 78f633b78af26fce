import { getBackupState, recordBackup } from '../../api/backups/state.ts';
import type { Connection } from '../../api/db/connect.ts';
import { describeBackupFailure } from '../backup/backup-error.ts';

/** How far an archiver is. */
export interface ArchiveProgress {
  /** Until when every acknowledged commit is in the archive; null before the first base backup. */
  coveredUntil: Date | null;
  /** When the copy of the present base backup ended; null before the first one. */
  base: Date | null;
  /** Whether the database is being copied. */
  isCopying: boolean;
}

/** Milliseconds by which the archive may lag behind before operators and editors are told. */
const maxLag = 5 * 60 * 1_000;
/** Milliseconds after which a base backup is too old: the next ones fail, and a restore takes long. */
const oldestBase = 2 * 24 * 60 * 60 * 1_000;
/** The longest time of the first base backup, in milliseconds. A place that hangs throws no error. */
const longestFirstCopy = 60 * 60 * 1_000;

/**
 * Records in the database whether the archive fails. A failure is recorded after five minutes, a success once: each row
 * that is written fills a further segment.
 */
export interface ArchiveStateRecorder {
  /** A round went well. It is a failure too if the archive has not moved for long. */
  succeeded(progress: ArchiveProgress): Promise<void>;
  /** A round failed. */
  failed(error: unknown): Promise<void>;
  /** A base backup failed. It is recorded as the reason once the archive lags behind or the present one is too old. */
  baseFailed(error: unknown): void;
}

export function createArchiveStateRecorder(database: Connection, now: () => number = Date.now): ArchiveStateRecorder {
  let goodAt = now();
  let recorded: string | null | undefined;
  let baseAt: number | undefined;
  let baseError: string | null = null;
  let copyingSince: number | null = null;
  async function record(error: string | null): Promise<void> {
    if (recorded === undefined) recorded = (await getBackupState(database, 'archive')).error;
    if (recorded === error) return;
    await recordBackup(database, error, { kind: 'archive', now: new Date(now()) });
    recorded = error;
  }
  return {
    succeeded: async ({ coveredUntil, base, isCopying }) => {
      const at = now();
      if (base && base.getTime() !== baseAt) baseError = null;
      copyingSince = isCopying ? (copyingSince ?? at) : null;
      const isCopyingLong = copyingSince !== null && at - copyingSince > longestFirstCopy;
      const isCovered = coveredUntil !== null && at - coveredUntil.getTime() < maxLag;
      if (isCovered && base && at - base.getTime() > oldestBase) {
        await record(baseError ?? 'no base backup was finished for two days');
      } else if (isCovered) {
        goodAt = at;
        // The first success of a base backup is noted too.
        if (base?.getTime() !== baseAt) recorded = 'unknown';
        await record(null);
        baseAt = base?.getTime();
      } else if (isCopying && !isCopyingLong && !coveredUntil && !baseError) {
        // The first copy of a large database takes long.
        goodAt = at;
      } else if (at - goodAt > maxLag) {
        const reason = isCopyingLong
          ? 'the first base backup did not end within an hour'
          : 'PostgreSQL hands over no segments; DATA_DIR/postgres.log says why';
        await record(baseError ?? reason);
      }
    },
    failed: async (error) => {
      if (now() - goodAt > maxLag) await record(describeBackupFailure(error));
    },
    baseFailed: (error) => {
      baseError = describeBackupFailure(error);
    },
  };
}
