import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { entries, entryStates } from '../../db/index.ts';

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
