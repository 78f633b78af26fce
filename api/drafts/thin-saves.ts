import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';

/**
 * Removes saves for which a condition on `saved`, a row of `draft_saves`, is true. Keeps the last of each minute and
 * the last of each draft.
 */
async function thinSaves({ db }: Context, condition: SQL): Promise<number> {
  // Rows that another transaction has locked are left for the next time, because waiting for them could deadlock.
  const thinned = await db.execute(sql`
    delete from draft_saves where ctid = any(array(
      select ctid from draft_saves where ctid = any(array(
        select ctid from (
          select saved.ctid, version, outcome,
            max(version) over (partition by entry_id, date_trunc('minute', saved_at)) as last_of_minute
          from draft_saves as saved where ${condition}
        ) as numbered
        where version < last_of_minute and outcome is null
      )) for update skip locked
    ))`);
  return thinned.rowCount ?? 0;
}

/**
 * Removes saves older than a day, except the last of each minute and the last of each draft; returns how many. While
 * somebody types, several saves a second are stored, each with the whole text.
 */
export async function thinDraftSaves(ctx: Context): Promise<number> {
  return thinSaves(ctx, sql`saved.saved_at < now() - interval '1 day'`);
}

/** Thins the saves of one user within the last day that are older than some seconds, in the same way. */
export async function thinSavesOfUser(ctx: Context, userId: number, seconds: number): Promise<void> {
  const isOlder = sql`saved.saved_at < now() - make_interval(secs => ${seconds})`;
  await thinSaves(ctx, sql`saved.saved_by = ${userId} and saved.saved_at > now() - interval '1 day' and ${isOlder}`);
}
