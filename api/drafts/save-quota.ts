import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { createQuotaError } from '../quota-error.ts';
import { thinSavesOfUser } from './thin-saves.ts';

const mebibyte = 1024 * 1024;

/** How much one user may save within 24 hours, in all entries together. */
export const saveQuota = {
  /** Bytes as the database stores them, compressed. */
  bytes: 512 * mebibyte,
  /** The least number of bytes that a save counts as, however short it is. */
  perSave: mebibyte / 32,
  /** Seconds after which saves are thinned to one a minute once the quota is used up. */
  thinnedAfter: 120,
} as const;

/** Returns the bytes of a user's saves of the last 24 hours, deleted entries included. */
async function sumSavedBytes({ db }: Context, userId: number): Promise<number> {
  const ofUser = sql`saved_by = ${userId} and saved_at > now() - interval '1 day'`;
  // PostgreSQL stores a large text apart from its row, so its size is read without the text.
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select coalesce(sum(greatest(size, ${saveQuota.perSave}::int)), 0)::float8 as bytes from (
      select pg_column_size(content) as size from draft_saves where ${ofUser}
      union all select pg_column_size(content) from deleted_saves where ${ofUser}
    ) as saves`);
  return rows[0]?.bytes ?? 0;
}

/**
 * Checks whether a user may store another save. Once the quota is used up, thins the user's saves to one a minute after
 * two minutes instead of a day, so that people can go on writing long texts. Throws `too_many_requests` if the quota is
 * still used up then.
 */
export async function enforceSaveQuota(tx: Context, userId: number): Promise<void> {
  if ((await sumSavedBytes(tx, userId)) < saveQuota.bytes) return;
  await thinSavesOfUser(tx, userId, saveQuota.thinnedAfter);
  if ((await sumSavedBytes(tx, userId)) < saveQuota.bytes) return;
  throw createQuotaError('saves', saveQuota.thinnedAfter);
}
