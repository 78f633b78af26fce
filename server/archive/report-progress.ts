import { getBackupState, recordBackup } from '../../api/db/backup-state.ts';
import type { Connection } from '../../api/db/connect.ts';
import { describeBackupFailure } from '../backup/backup-error.ts';

/** How far the archive reaches, and what the archiver does now. */
export interface ArchiveProgress {
  /** Until when every acknowledged commit is in the archive; null before the first base backup. */
  coveredUntil: Date | null;
  /** When the copy of the current base backup ended; null before the first one. */
  base: Date | null;
  /** Whether a base backup is being copied. */
  isCopying: boolean;
}

/** Milliseconds by which the archive may lag behind before operators and editors are told. */
const maxLag = 5 * 60 * 1_000;
/** Milliseconds after which a base backup is too old. Its successors have failed, and a restore takes long. */
const oldestBase = 2 * 24 * 60 * 60 * 1_000;
/** The longest time of the first base backup, in milliseconds. A place that hangs throws no error. */
const longestFirstCopy = 60 * 60 * 1_000;

/**
 * Records in the database whether archiving succeeds or fails. A failure is recorded after five minutes. A success is
 * recorded once, because every written row causes a further segment.
 */
export interface ArchiveStateRecorder {
  /**
   * Records the state after a round without an error: a success, or a failure if the archive lags behind or its base
   * backup is too old.
   */
  recordProgress(progress: ArchiveProgress): Promise<void>;
  /** Records the error of a round that failed or hangs, if rounds have failed for five minutes. */
  recordFailure(error: unknown): Promise<void>;
  /**
   * Keeps the error of a base backup. `recordProgress` records it as the reason once the archive lags behind or its
   * base backup is too old.
   */
  keepBaseError(error: unknown): void;
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
    recordProgress: async ({ coveredUntil, base, isCopying }) => {
      const at = now();
      if (base && base.getTime() !== baseAt) baseError = null;
      copyingSince = isCopying ? (copyingSince ?? at) : null;
      const isCopyingLong = copyingSince !== null && at - copyingSince > longestFirstCopy;
      const isCovered = coveredUntil !== null && at - coveredUntil.getTime() < maxLag;
      if (isCovered && base && at - base.getTime() > oldestBase) {
        await record(baseError ?? 'no base backup was finished for two days');
      } else if (isCovered) {
        goodAt = at;
        // Each new base backup is recorded as a success too. No error equals this value, so `record` writes.
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
    recordFailure: async (error) => {
      if (now() - goodAt > maxLag) await record(describeBackupFailure(error));
    },
    keepBaseError: (error) => {
      baseError = describeBackupFailure(error);
    },
  };
}
