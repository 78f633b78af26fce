import type { Context } from '../context.ts';
import { deleteSharedValue, readSharedValue, storeSharedValue } from './shared-values.ts';

/** Scheduled backups, the removal of old ones, or the continuous archive. */
export type BackupKind = 'backup' | 'backup_removal' | 'archive';

const getStateKey = (kind: BackupKind) => `${kind}_state`;

/** The state of one kind of work; times are ISO 8601 in UTC. */
export interface BackupState {
  /**
   * When the last successful backup or removal ended; null before the first one. Of the archive, when a base backup
   * ended or when archiving succeeded again after a failure.
   */
  lastSuccessAt: string | null;
  /** The time of the first failure after the last success; null if the last attempt succeeded. */
  failingSince: string | null;
  /** The reason of the last failure, for operators. */
  error: string | null;
}

const noBackup: BackupState = { lastSuccessAt: null, failingSince: null, error: null };

/** Returns the state of one kind of work, whichever server did it. */
export async function getBackupState(ctx: Context, kind: BackupKind = 'backup'): Promise<BackupState> {
  const stored = await readSharedValue(ctx, getStateKey(kind));
  return stored ? (JSON.parse(stored) as BackupState) : noBackup;
}

/** Records the end of one kind of work: its error, or null for a success. */
export async function recordBackup(
  ctx: Context,
  error: string | null,
  { kind = 'backup', now = new Date() }: { kind?: BackupKind; now?: Date } = {},
): Promise<void> {
  const before = await getBackupState(ctx, kind);
  const at = now.toISOString();
  const state: BackupState =
    error === null
      ? { lastSuccessAt: at, failingSince: null, error: null }
      : { ...before, failingSince: before.failingSince ?? at, error };
  await storeSharedValue(ctx, getStateKey(kind), JSON.stringify(state));
}

/** Deletes the state of a kind of work that was switched off. */
export const clearBackupState = (ctx: Context, kind: BackupKind) => deleteSharedValue(ctx, getStateKey(kind));

/** Returns what editors may know: the last scheduled backup, and since when backups or the archive fail. */
export async function readBackupStateForEditors(
  ctx: Context,
): Promise<Pick<BackupState, 'lastSuccessAt' | 'failingSince'>> {
  const [backup, archive] = await Promise.all([getBackupState(ctx), getBackupState(ctx, 'archive')]);
  const [failingSince = null] = [backup, archive].flatMap((state) => state.failingSince ?? []).sort();
  return { lastSuccessAt: backup.lastSuccessAt, failingSince };
}
