import { and, eq, inArray, sql } from 'drizzle-orm';
import type { BulkActReport } from '../../../contract/studio/bulk-shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { acts, bulkActEntries, bulkActs, entries } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { undoAct } from '../acts/undo.ts';
import { lockEntry } from '../drafts/find.ts';
import { getBulkAct } from './report.ts';

/** Undoes the act on one entry, unless that was done already. Throws `conflict` if the entry was changed since. */
async function undoEntry(ctx: Context, entryId: number, actId: number, caller: Caller): Promise<void> {
  await ctx.db.transaction(async (db) => {
    await lockEntry({ db }, entryId);
    const [act] = await db.select({ undoneAt: acts.undoneAt }).from(acts).where(eq(acts.id, actId));
    if (act && !act.undoneAt) await undoAct({ db }, { id: actId }, caller);
  });
}

/**
 * Restores the entries of a bulk act, except those that somebody has changed since, which the report lists. Each entry
 * has a transaction of its own. If the server stops in the middle, a second call undoes the rest. `conflict` if the act
 * was undone already.
 */
export async function undoBulkAct(ctx: Context, { id }: { id: number }, caller: Caller): Promise<BulkActReport> {
  const [bulkAct] = await ctx.db.select().from(bulkActs).where(eq(bulkActs.id, id));
  if (!bulkAct) throw new ApiError('not_found', 'There is nothing to undo here.');
  if (bulkAct.undoneAt) throw new ApiError('conflict', 'This has already been undone.');
  const rows = await ctx.db
    .select({ entryId: bulkActEntries.entryId, actId: bulkActEntries.actId })
    .from(bulkActEntries)
    .innerJoin(entries, eq(entries.id, bulkActEntries.entryId))
    .leftJoin(acts, eq(acts.id, bulkActEntries.actId))
    .where(and(eq(bulkActEntries.bulkActId, id), inArray(bulkActEntries.state, ['DONE', 'KEPT'])))
    // Renames last: they rewrite the links of other entries, which then count as changed since.
    .orderBy(sql`${acts.before} ->> 'slug' is distinct from ${entries.slug}`, bulkActEntries.entryId);
  for (const { entryId, actId } of rows) {
    if (actId === null) continue;
    const ofEntry = and(eq(bulkActEntries.bulkActId, id), eq(bulkActEntries.entryId, entryId));
    try {
      await undoEntry(ctx, entryId, actId, caller);
      await ctx.db.update(bulkActEntries).set({ state: 'DONE', reason: null }).where(ofEntry);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await ctx.db.update(bulkActEntries).set({ state: 'KEPT', reason: error.message }).where(ofEntry);
    }
  }
  await ctx.db.update(bulkActs).set({ undoneAt: sql`now()` }).where(eq(bulkActs.id, id));
  return getBulkAct(ctx, { id }, caller);
}
