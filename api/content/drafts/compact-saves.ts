import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';

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
export async function compactSavesOfUser(
  ctx: Context,
  userId: number,
  unit: 'minute' | 'day',
  condition: SQL,
): Promise<void> {
  await compactSaves(ctx, unit, sql`saved_by = ${userId} and ${condition}`);
}
