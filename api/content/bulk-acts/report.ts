import { desc, eq, sql } from 'drizzle-orm';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import type { BulkActReport, BulkActSummary } from '../../../contract/studio/bulk-shapes.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { Caller, Context } from '../../context.ts';
import { acts, bulkActEntries, bulkActs, categories, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { selectEntrySummaries } from '../drafts/list.ts';

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

type Row = Awaited<ReturnType<typeof selectBulkActs>>[number];

function present({ doneAt, undoneAt, ...row }: Row): BulkActSummary {
  return { ...row, doneAt: doneAt.toISOString(), undoneAt: undoneAt?.toISOString() ?? null };
}

/** Returns the last twenty acts on several entries, the newest first. */
export async function listBulkActs(ctx: Context): Promise<{ items: BulkActSummary[] }> {
  const rows = await selectBulkActs(ctx).orderBy(desc(bulkActs.id)).limit(20);
  return { items: rows.map(present) };
}

/** Returns what an act on several entries did to each. `not_found` for an unknown id. */
export async function getBulkAct(ctx: Context, { id }: { id: number }, caller: Caller): Promise<BulkActReport> {
  const { role } = requireActor(caller);
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
  const canUndo = !row.undoneAt && hasPermission(role, 'publish') && items.some(({ state }) => state === 'DONE');
  return { ...present(row), canUndo, items };
}
