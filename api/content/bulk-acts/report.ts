import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { BulkActReport, BulkActSummary } from '../../../contract/studio/bulk-shapes.ts';
import { isPermitted } from '../../../contract/studio/token-scopes.ts';
import type { Caller, Context } from '../../context.ts';
import { acts, bulkActEntries, bulkActs, categories, entries, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { toIsoTimes } from '../../iso-times.ts';
import { requireActor } from '../../people/index.ts';
import { lockEntry } from '../drafts/find.ts';
import { selectEntrySummaries } from '../drafts/list.ts';
import { undoAct } from '../undo-act.ts';

/** SQL for the number of entries that an act changed. */
const count = sql<number>`(select count(*)::int from ${bulkActEntries}
  where ${bulkActEntries.bulkActId} = ${bulkActs.id} and ${bulkActEntries.state} in ('DONE', 'KEPT'))`;

function selectBulkActs({ db }: Context) {
  return db
    .select({
      id: bulkActs.id,
      kind: bulkActs.kind,
      category: categories.name,
      count,
      doneAt: bulkActs.doneAt,
      doneBy: users.name,
      undoneAt: bulkActs.undoneAt,
    })
    .from(bulkActs)
    .leftJoin(categories, eq(categories.id, bulkActs.categoryId))
    .leftJoin(users, eq(users.id, bulkActs.doneBy));
}

/** Returns the last twenty acts on several entries, the newest first. */
export async function listBulkActs(ctx: Context): Promise<{ items: BulkActSummary[] }> {
  const rows = await selectBulkActs(ctx).orderBy(desc(bulkActs.id)).limit(20);
  return { items: rows.map(toIsoTimes) };
}

/** Returns what an act on several entries did to each. `not_found` for an unknown id. */
export async function getBulkAct(ctx: Context, { id }: { id: number }, caller: Caller): Promise<BulkActReport> {
  const actor = requireActor(caller);
  const [row] = await selectBulkActs(ctx).where(eq(bulkActs.id, id));
  if (!row) throw new ApiError('not_found', 'There is no such bulk action.');
  const rows = await ctx.db
    .select({
      entryId: bulkActEntries.entryId,
      state: bulkActEntries.state,
      reason: bulkActEntries.reason,
      act: bulkActEntries.actId,
      undoneAt: acts.undoneAt,
    })
    .from(bulkActEntries)
    .leftJoin(acts, eq(acts.id, bulkActEntries.actId))
    .where(eq(bulkActEntries.bulkActId, id));
  const summaries = await selectEntrySummaries(
    ctx,
    rows.map(({ entryId }) => entryId),
  );
  const byId = new Map(rows.map((each) => [each.entryId, each]));
  const items = summaries.flatMap(({ id: entryId, title, type, slug }) => {
    const entry = byId.get(entryId);
    if (!entry) return [];
    const { undoneAt, reason, act } = entry;
    const state = undoneAt ? ('UNDONE' as const) : entry.state;
    return [{ id: entryId, title: title || 'Untitled', path: getEntryPath(type, slug), state, reason, act }];
  });
  const canUndo = !row.undoneAt && isPermitted(actor, 'publish') && items.some(({ state }) => state === 'DONE');
  return { ...toIsoTimes(row), canUndo, items };
}

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
