import { eq, type SQL, sql } from 'drizzle-orm';
import { contentSchemaVersion } from '../../../contract/studio/content-versions.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Context } from '../../context.ts';
import { draftSaves, drafts, entries } from '../../db/index.ts';
import { createQuotaError } from '../../errors.ts';
import { followMerges } from '../lists/follow-merges.ts';

/**
 * Removes saves for which a condition on `draft_saves` is true. Keeps the last of each minute or day, the last of each
 * draft, and what has an outcome or a name.
 */
async function compactSaves({ db }: Context, unit: 'minute' | 'day', condition: SQL): Promise<number> {
  // Rows that another transaction has locked are left for the next time, because waiting for them could deadlock.
  const thinned = await db.execute(sql`
    delete from draft_saves where ctid = any(array(
      select ctid from draft_saves where ctid = any(array(
        select ctid from (
          select ctid, version, outcome,
            max(version) over (partition by entry_id, date_trunc(${unit}, saved_at)) as last_of_unit
          from draft_saves where ${condition}
        ) as numbered
        where version < last_of_unit and outcome is null
      )) for update skip locked
    ))`);
  return thinned.rowCount ?? 0;
}

/**
 * Removes saves older than a day, except the last of each minute and the last of each draft; returns how many. While
 * somebody types, several saves a second are stored, each with the whole text.
 */
export async function compactDraftSaves(ctx: Context): Promise<number> {
  return compactSaves(ctx, 'minute', sql`saved_at < now() - interval '1 day'`);
}

/** Thins the saves of one user for which a condition is true, to one a minute or day. */
async function compactSavesOfUser(ctx: Context, userId: number, unit: 'minute' | 'day', condition: SQL): Promise<void> {
  await compactSaves(ctx, unit, sql`saved_by = ${userId} and ${condition}`);
}

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

export interface NewSave {
  entryId: number;
  /** In the present content schema. */
  content: DraftContent;
  baseRevisionId: number | null;
  /** Null for an import. */
  savedBy: number | null;
}

/**
 * Makes a content the draft of an entry and appends it to the saves. Items of lists that were merged are replaced.
 * Returns the draft. Call in a transaction that has locked the entry. Writes no table whose changes are announced to
 * page caches. Throws `too_many_requests` if the user's saves take up too many bytes.
 */
export async function storeDraft(ctx: Context, { entryId, ...save }: NewSave): Promise<typeof drafts.$inferSelect> {
  const { db } = ctx;
  if (save.savedBy !== null) await enforceSaveQuota(ctx, save.savedBy);
  const [last] = await db
    .select({ version: sql<number>`coalesce(max(${draftSaves.version}), 0)` })
    .from(draftSaves)
    .where(eq(draftSaves.entryId, entryId));
  const version = (last?.version ?? 0) + 1;
  const type = sql`(select type from ${entries} where id = ${entryId})`;
  const content = await followMerges(ctx, type, save.content);
  const row = { ...save, content, version, savedAt: new Date(), schemaVersion: contentSchemaVersion };
  const { baseRevisionId: _, ...kept } = row;
  await db.insert(draftSaves).values({ entryId, ...kept });
  const [draft] = await db
    .insert(drafts)
    .values({ entryId, ...row })
    .onConflictDoUpdate({ target: drafts.entryId, set: row })
    .returning();
  if (!draft) throw new Error('The draft was not stored');
  return draft;
}
