import { eq, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { entries, entryStates, readSharedValue } from '../db/index.ts';

/**
 * Lets all later reads of a transaction see the content as of a moment, past or future. The views and the `now()` of
 * the schema `as_of` come first in the search path, so every query reads them without a change. Call in a transaction
 * that is rolled back.
 */
export async function viewAsOf({ db }: Context, moment: Date): Promise<void> {
  // PostgreSQL searches `pg_catalog` first unless the path names it.
  await db.execute(sql`select set_config('site.moment', ${moment.toISOString()}, true),
    set_config('search_path', concat('as_of, ', current_setting('search_path'), ', pg_catalog'), true)`);
}

/**
 * Replaces the recorded states of an entry by its present state, for all time, published at `moment` at the latest. A
 * preview of a draft as of a moment calls this after publishing the draft. Call before `viewAsOf`, in a transaction
 * that is rolled back.
 */
export async function overlayEntry({ db }: Context, entryId: number, moment: Date): Promise<void> {
  await db.delete(entryStates).where(eq(entryStates.entryId, entryId));
  const at = moment.toISOString();
  await db.execute(sql`
    insert into ${entryStates} (entry_id, since, until, type, slug, category_id, position, published_at, withdrawn_at,
      live_revision_id, next_revision_id, next_at)
    select id, '-infinity', 'infinity', type, slug, category_id, position, least(published_at, ${at}::timestamptz),
      withdrawn_at, live_revision_id, next_revision_id, next_at
    from ${entries} where id = ${entryId}`);
}

/** Returns the time from which on every state of an entry is recorded; see migration 0037. */
export async function findRecordStart(ctx: Context): Promise<Date> {
  const start = await readSharedValue(ctx, 'entry_states_since');
  if (start === null) throw new Error('The database does not say since when it records states');
  return new Date(start);
}
