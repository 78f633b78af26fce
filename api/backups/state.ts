import { eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { sharedValues } from '../db/tables.ts';

const key = 'backup_state';

/** How the scheduled backups of the site went; times are ISO 8601 in UTC. */
export interface BackupState {
  /** When the last successful backup ended; null before the first one. */
  lastSuccessAt: string | null;
  /** The time of the first failure after the last success; null if the last backup succeeded. */
  failingSince: string | null;
  /** The reason of the last failure, for operators. */
  error: string | null;
}

const noBackup: BackupState = { lastSuccessAt: null, failingSince: null, error: null };

/** Returns how the scheduled backups of the site went, whichever server made them. */
export async function getBackupState({ db }: Context): Promise<BackupState> {
  const [row] = await db.select().from(sharedValues).where(eq(sharedValues.name, key));
  return row ? (JSON.parse(row.value) as BackupState) : noBackup;
}

/** Records the end of a scheduled backup: its error, or null for a success. */
export async function recordBackup(ctx: Context, error: string | null, now = new Date()): Promise<void> {
  const before = await getBackupState(ctx);
  const at = now.toISOString();
  const state: BackupState =
    error === null
      ? { lastSuccessAt: at, failingSince: null, error: null }
      : { ...before, failingSince: before.failingSince ?? at, error };
  const value = JSON.stringify(state);
  await ctx.db
    .insert(sharedValues)
    .values({ name: key, value })
    .onConflictDoUpdate({ target: sharedValues.name, set: { value } });
}

/** Returns what editors and operators may know of backups. */
export async function readBackupState(ctx: Context): Promise<Pick<BackupState, 'lastSuccessAt' | 'failingSince'>> {
  const { lastSuccessAt, failingSince } = await getBackupState(ctx);
  return { lastSuccessAt, failingSince };
}
