import { and, eq } from 'drizzle-orm';
import type { BulkSelection } from '../../contract/studio/bulk-shapes.ts';
import { findLastAct } from '../acts/find-last.ts';
import type { Caller, Context } from '../context.ts';
import { bulkActEntries, bulkActs } from '../db/studio-tables.ts';
import { categories, entries } from '../db/tables.ts';
import { getCurrentContent, getStateVersion, lockEntry } from '../drafts/find.ts';
import { categoriseEntry } from '../entries/categorise.ts';
import { publishEntry, withdrawEntry } from '../entries/publish.ts';
import { ApiError } from '../errors.ts';
import { requireActor } from '../sessions/require-actor.ts';
import { planBulkAct } from './plan.ts';

type Selected = BulkSelection['entries'][number];

function checkCount(expected: number, typed: number): void {
  if (expected === typed && expected > 0) return;
  const would = expected === 1 ? '1 entry would change' : `${expected} entries would change`;
  const message = `${would}, not ${typed}. Look at the list again before you confirm.`;
  throw new ApiError('conflict', message, [{ path: 'count', message }]);
}

/** Stores the act with all of its entries, before the first of them changes. Returns its id. */
async function storeBulkAct(
  { db }: Context,
  { kind, category }: BulkSelection,
  items: { id: number; willChange: boolean; reason: string | null }[],
  doneBy: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = category
      ? await tx
          .select({ id: categories.id })
          .from(categories)
          .where(and(eq(categories.type, category.type), eq(categories.slug, category.slug)))
      : [];
    const [act] = await tx
      .insert(bulkActs)
      .values({ kind, categoryId: row?.id ?? null, doneBy })
      .returning({ id: bulkActs.id });
    if (!act) throw new Error('The act was not stored');
    await tx.insert(bulkActEntries).values(
      items.map(({ id, willChange, reason }) => ({
        bulkActId: act.id,
        entryId: id,
        state: willChange ? ('WAITING' as const) : ('REFUSED' as const),
        reason,
      })),
    );
    return act.id;
  });
}

/** Calls the same operation as an act on one entry. */
function runSingleAct(
  ctx: Context,
  { kind, category }: BulkSelection,
  { id, version }: Selected,
  contentVersion: string,
  caller: Caller,
) {
  if (kind === 'PUBLISH') return publishEntry(ctx, { id, version: contentVersion }, caller);
  if (kind === 'WITHDRAW') return withdrawEntry(ctx, { id, version, isWithdrawn: true }, caller);
  return categoriseEntry(ctx, { id, category: category?.slug ?? '' }, caller);
}

/** Changes one entry and notes it in the report, in one transaction. Throws `conflict` if the entry changed since it was selected. */
async function changeEntry(
  ctx: Context,
  bulkActId: number,
  selection: BulkSelection,
  { id, version }: Selected,
  caller: Caller,
): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const entry = await lockEntry(tx, id);
    const current = await getCurrentContent(tx, entry);
    if (getStateVersion(entry, current) !== version)
      throw new ApiError('conflict', 'Somebody changed it after you selected it.');
    await runSingleAct(tx, selection, { id, version }, current.version, caller);
    const [after] = await db.select({ version: entries.version }).from(entries).where(eq(entries.id, id));
    const done = after && (await findLastAct(tx, id, after.version));
    if (!done) throw new Error('The act on the entry was not recorded');
    await db
      .update(bulkActEntries)
      .set({ state: 'DONE', actId: done.id })
      .where(and(eq(bulkActEntries.bulkActId, bulkActId), eq(bulkActEntries.entryId, id)));
  });
}

async function noteRefusal({ db }: Context, bulkActId: number, entryId: number, { message, fields }: ApiError) {
  const reason = [message, ...fields.map((field) => `${field.path}: ${field.message}`)].join(' ');
  await db
    .update(bulkActEntries)
    .set({ state: 'REFUSED', reason })
    .where(and(eq(bulkActEntries.bulkActId, bulkActId), eq(bulkActEntries.entryId, entryId)));
}

/**
 * Publishes, withdraws or categorises the entries that `planBulkAct` says will change. `conflict` if their number is not
 * `count`; then nothing changes. Each entry has a transaction of its own, so that one that is refused meanwhile stops no
 * other and visitors wait for no lock; the report of the act says what happened to each. Returns the id of the act.
 */
export async function runBulkAct(
  ctx: Context,
  { count, ...selection }: BulkSelection & { count: number },
  caller: Caller,
): Promise<{ id: number }> {
  const { userId } = requireActor(caller);
  const plan = await planBulkAct(ctx, selection);
  checkCount(plan.count, count);
  const existing = plan.items.filter(({ type }) => type !== null);
  const id = await storeBulkAct(ctx, selection, existing, userId);
  const changing = new Set(plan.items.filter(({ willChange }) => willChange).map((item) => item.id));
  for (const selected of selection.entries.filter((entry) => changing.has(entry.id))) {
    try {
      await changeEntry(ctx, id, selection, selected, caller);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await noteRefusal(ctx, id, selected.id, error);
    }
  }
  return { id };
}
