import { sql } from 'drizzle-orm';
import { formatWait } from '../../contract/wait-text.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { thinSavesOfUser } from './thin-saves.ts';

const mebibyte = 1024 * 1024;

/** Limits of the saves of one user within 24 hours, of all entries together. */
export const saveLimits = {
  /** Bytes as the database stores them, compressed. */
  bytes: 512 * mebibyte,
  /** Bytes that each save counts at least. */
  perSave: mebibyte / 32,
  /** Seconds after which saves are thinned to one a minute where the limit is reached. */
  thinnedAfter: 120,
} as const;

/** Returns the bytes of a user's saves of the last 24 hours, deleted entries included. */
async function sumSavedBytes({ db }: Context, userId: number): Promise<number> {
  const ofUser = sql`saved_by = ${userId} and saved_at > now() - interval '1 day'`;
  // Reads the size of a large text without the text, which is stored apart from its row.
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select coalesce(sum(greatest(size, ${saveLimits.perSave}::int)), 0)::float8 as bytes from (
      select pg_column_size(content) as size from draft_saves where ${ofUser}
      union all select pg_column_size(content) from deleted_saves where ${ofUser}
    ) as saves`);
  return rows[0]?.bytes ?? 0;
}

/**
 * Checks whether a user may store another save. At the limit, earlier saves of the user are thinned to one a minute
 * sooner than after a day, so that people who write long texts go on. Throws `too_many_requests` where that is not
 * enough.
 */
export async function limitSaves(tx: Context, userId: number): Promise<void> {
  if ((await sumSavedBytes(tx, userId)) < saveLimits.bytes) return;
  await thinSavesOfUser(tx, userId, saveLimits.thinnedAfter);
  if ((await sumSavedBytes(tx, userId)) < saveLimits.bytes) return;
  const wait = formatWait(saveLimits.thinnedAfter);
  const message = `Your saves of the last 24 hours take up too much space. Please try again in ${wait}.`;
  throw new ApiError('too_many_requests', message, [], saveLimits.thinnedAfter);
}
