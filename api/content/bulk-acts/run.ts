import { and, eq, inArray } from 'drizzle-orm';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { BulkSelection } from '../../../contract/studio/bulk-shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { bulkActEntries, bulkActs, categories, entries } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from '../../people/index.ts';
import { findLastAct } from '../acts.ts';
import { type EntryRow, getCurrentContent, getStateVersion, lockEntry } from '../drafts/find.ts';
import { categoriseEntry } from '../entries/change-schedule.ts';
import { formatTypedSlug } from '../entries/known-references.ts';
import { publishEntry, withdrawEntry } from '../entries/publish.ts';
import { planGroups } from './plan.ts';

type Selected = BulkSelection['entries'][number];

function checkCount(expected: number, typed: number): void {
  if (expected === typed && expected > 0) return;
  const message = `${formatCount(expected, 'entry', 'entries')} would change, not ${typed}. Check the list again before you confirm.`;
  throw new ApiError('conflict', message, [{ path: 'count', message }]);
}

/** Stores the act with all its entries before the first entry changes. Returns the id of the act. */
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

/**
 * Calls the operation that an act on one entry calls too. `together` are the entries (`TYPE/slug`) that the transaction
 * publishes.
 */
function runSingleAct(
  ctx: Context,
  { kind, category }: BulkSelection,
  { id, version }: Selected,
  contentVersion: string,
  together: readonly string[],
  caller: Caller,
) {
  if (kind === 'PUBLISH') return publishEntry(ctx, { id, version: contentVersion }, caller, together);
  if (kind === 'WITHDRAW') return withdrawEntry(ctx, { id, version, isWithdrawn: true }, caller);
  return categoriseEntry(ctx, { id, category: category?.slug ?? '' }, caller);
}

/**
 * Changes the entries of a group and records the changes in the report, in one transaction. Throws `conflict` if an
 * entry has changed since it was selected.
 */
async function changeGroup(
  ctx: Context,
  bulkActId: number,
  selection: BulkSelection,
  group: readonly Selected[],
  caller: Caller,
): Promise<void> {
  await ctx.db.transaction(async (db) => {
    const tx = { db };
    const locked: { selected: Selected; entry: EntryRow; contentVersion: string }[] = [];
    for (const selected of group) {
      const entry = await lockEntry(tx, selected.id);
      const current = await getCurrentContent(tx, entry);
      if (getStateVersion(entry, current) !== selected.version)
        throw new ApiError('conflict', 'Somebody has changed it since you selected it.');
      locked.push({ selected, entry, contentVersion: current.version });
    }
    const together = locked.map(({ entry }) => formatTypedSlug(entry));
    for (const { selected, contentVersion } of locked) {
      const { id } = selected;
      await runSingleAct(tx, selection, selected, contentVersion, together, caller);
      const [after] = await db.select({ version: entries.version }).from(entries).where(eq(entries.id, id));
      const done = after && (await findLastAct(tx, id, after.version));
      if (!done) throw new Error('The act on the entry was not recorded');
      await db
        .update(bulkActEntries)
        .set({ state: 'DONE', actId: done.id })
        .where(and(eq(bulkActEntries.bulkActId, bulkActId), eq(bulkActEntries.entryId, id)));
    }
  });
}

/** Records in the report why a group was not changed. */
async function recordRefusal(
  { db }: Context,
  bulkActId: number,
  group: readonly Selected[],
  { message, fields }: ApiError,
): Promise<void> {
  const reason = [message, ...fields.map((field) => `${field.path}: ${field.message}`)].join(' ');
  const isLinked = group.length > 1;
  await db
    .update(bulkActEntries)
    .set({
      state: 'REFUSED',
      reason: isLinked ? `Of the entries that link to each other, one was refused: ${reason}` : reason,
    })
    .where(
      and(
        eq(bulkActEntries.bulkActId, bulkActId),
        inArray(
          bulkActEntries.entryId,
          group.map(({ id }) => id),
        ),
      ),
    );
}

/**
 * Publishes, withdraws or categorises the entries that `planBulkAct` says will change. `conflict` if their number is
 * not `count`; then nothing changes. Each entry has a transaction of its own, so that a refused entry does not stop the
 * others and visitors do not wait for locks. Entries that link to each other share a transaction. The report of the act
 * says what happened to each entry. Returns the id of the act.
 */
export async function runBulkAct(
  ctx: Context,
  { count, ...selection }: BulkSelection & { count: number },
  caller: Caller,
): Promise<{ id: number }> {
  const { userId } = requireActor(caller);
  const { plan, groups } = await planGroups(ctx, selection);
  checkCount(plan.count, count);
  const existing = plan.items.filter(({ type }) => type !== null);
  const id = await storeBulkAct(ctx, selection, existing, userId);
  for (const ids of groups) {
    // In the order of ids, so that two concurrent acts do not deadlock.
    const group = selection.entries.filter((entry) => ids.includes(entry.id)).sort((a, b) => a.id - b.id);
    try {
      await changeGroup(ctx, id, selection, group, caller);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await recordRefusal(ctx, id, group, error);
    }
  }
  return { id };
}
