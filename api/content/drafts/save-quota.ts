import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { createQuotaError } from '../../quota-error.ts';
import { compactSavesOfUser } from './compact-saves.ts';

const mebibyte = 1024 * 1024;

/** How much one user may save in all entries together. */
export const saveQuota = {
  /** Bytes within 24 hours, as the database stores them, compressed. */
  bytes: 512 * mebibyte,
  /** Bytes over all time: 65,536 saves of `perSave`, which is more than half a year of daily work. */
  total: 2048 * mebibyte,
  /** The least number of bytes that a save counts as, however short it is. */
  perSave: mebibyte / 32,
  /** Seconds after which saves are thinned to one a minute once the quota is used up. */
  thinnedAfter: 120,
} as const;

/** Returns the bytes of the saves of a user for which a condition is true, deleted entries included. */
async function sumSavedBytes({ db }: Context, userId: number, condition: SQL): Promise<number> {
  const ofUser = sql`saved_by = ${userId} and ${condition}`;
  // PostgreSQL stores a large text apart from its row, so its size is read without the text.
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select coalesce(sum(greatest(size, ${saveQuota.perSave}::int)), 0)::float8 as bytes from (
      select pg_column_size(content) as size from draft_saves where ${ofUser}
      union all select pg_column_size(content) from deleted_saves where ${ofUser}
    ) as saves`);
  return rows[0]?.bytes ?? 0;
}

const isOfLastDay = sql`saved_at > now() - interval '1 day'`;
const day = 24 * 60 * 60;

/**
 * Checks whether a user may store another save. Once the quota of a day is used up, thins the user's saves to one a
 * minute after two minutes instead of a day, so that people can go on writing long texts. Once the total is used up,
 * thins those older than a day to one a day. Throws `too_many_requests` if that is not enough.
 */
export async function enforceSaveQuota(
  tx: Context,
  userId: number,
  { bytes, total, thinnedAfter }: Record<'bytes' | 'total' | 'thinnedAfter', number> = saveQuota,
): Promise<void> {
  if ((await sumSavedBytes(tx, userId, isOfLastDay)) >= bytes) {
    const isRecent = sql`${isOfLastDay} and saved_at < now() - make_interval(secs => ${thinnedAfter})`;
    await compactSavesOfUser(tx, userId, 'minute', isRecent);
    if ((await sumSavedBytes(tx, userId, isOfLastDay)) >= bytes)
      throw createQuotaError('saves of the last 24 hours', thinnedAfter);
  }
  // All saves are added up at the user's first save of a minute only, because that can take some ten milliseconds.
  const isFirstOfMinute = sql`not exists (
    select from draft_saves where saved_by = ${userId} and saved_at >= date_trunc('minute', now()))`;
  if ((await sumSavedBytes(tx, userId, isFirstOfMinute)) < total) return;
  await compactSavesOfUser(tx, userId, 'day', sql`saved_at < now() - interval '1 day'`);
  if ((await sumSavedBytes(tx, userId, isFirstOfMinute)) >= total) throw createQuotaError('saves', day);
}
