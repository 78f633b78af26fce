import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ListName } from '../../../contract/studio/list-names.ts';
import type { ListActDone } from '../../../contract/studio/list-operations.ts';
import type { Caller, Context } from '../../context.ts';
import { hasErrorCode, type ListChange, listActs } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordToLog } from '../../log/index.ts';
import { requireActor } from '../../people/index.ts';
import { changeFields } from './change.ts';
import { mergeOrders } from './merge-orders.ts';
import { listTextsOf, moveUses, moveUsesBack, restoreTextsOf } from './move-uses.ts';
import { recordListAct } from './record-act.ts';
import {
  countUses,
  getItem,
  getListTable,
  type ItemFields,
  type ListRow,
  readList,
  readMergedRows,
  storeOrder,
  updateRows,
} from './rows.ts';

const lockNotAvailable = '55P03';
const foreignKeyViolation = '23503';
/** How often an act is tried while others hold what it has to lock. */
const attempts = 10;

/**
 * Runs an act that locks a list and many entries. Saves and publications lock an entry first and the list then. The act
 * gives way to them: it waits less than a second for a lock, after which PostgreSQL would end one of both, and is tried
 * again.
 */
async function runLockingAct<T>(ctx: Context, run: (tx: Context) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ctx.db.transaction(async (db) => {
        await db.execute(sql`set local lock_timeout = '500ms'`);
        return run({ db });
      });
    } catch (error) {
      if (!hasErrorCode(error, lockNotAvailable)) throw error;
      if (attempt === attempts)
        throw new ApiError('unavailable', 'Others are saving entries just now that this changes. Please try again.');
    }
  }
}

/**
 * Merges an item into another one of its list: whatever names it names the other one then, and its address, former
 * addresses and files lead there. A persona gives its interests to the other one.
 */
export async function mergeListItems(
  ctx: Context,
  { list, id, into }: { list: ListName; id: number; into: number },
  caller: Caller,
): Promise<ListActDone> {
  const { userId } = requireActor(caller);
  if (id === into) throw new ApiError('bad_request', 'An item cannot be merged into itself.');
  return runLockingAct(ctx, async (tx) => {
    const items = await readList(tx, list, 'key');
    const [item, target] = [getItem(items, id), getItem(items, into)];
    const former = (await readMergedRows(tx, list, id)).map((row) => row.id);
    await updateRows(tx, list, [id, ...former], { enabled: false, mergedIntoId: into });
    const moved = await moveUses(tx, list, item, target, userId);
    const interests = target.fields.interests && [
      ...new Set([...target.fields.interests, ...(item.fields.interests ?? [])]),
    ];
    if (interests) await changeFields(tx, list, target, { interests }, userId);
    const change: ListChange = {
      before: { enabled: item.fields.enabled, ...(interests && { interests: target.fields.interests }) },
      after: { ...(interests && { interests }) },
      moved: { ...moved, former, into: [into] },
    };
    const facts = { name: item.fields.name ?? '', into: target.fields.name ?? '' };
    const summary = `Merged “${facts.name}” into “${facts.into}”`;
    return recordListAct(tx, list, { kind: 'MERGE', itemId: id, slug: item.slug, summary, change, facts }, userId);
  });
}

/**
 * Removes an item for good. `conflict` while something names it; a person may be named: the texts stay, without an
 * author.
 */
export async function removeListItem(
  ctx: Context,
  { list, id }: { list: ListName; id: number },
  caller: Caller,
): Promise<ListActDone> {
  const { userId } = requireActor(caller);
  return runLockingAct(ctx, async (tx) => {
    const item = getItem(await readList(tx, list, 'key'), id);
    const former = await readMergedRows(tx, list, id);
    const moved = list === 'TEAM' ? await listTextsOf(tx, item, userId) : {};
    await deleteItem(tx, list, item, list === 'TEAM');
    const act = {
      kind: 'REMOVE',
      itemId: id,
      slug: item.slug,
      summary: `Removed “${item.fields.name}”`,
      change: { before: { rows: [item.row, ...former] }, moved },
      facts: { name: item.fields.name ?? '' },
    } as const;
    return recordListAct(tx, list, act, userId);
  });
}

/** Deletes an item. `conflict` while something names it, unless it is a person whose texts stay. */
async function deleteItem(ctx: Context, list: ListName, item: ListRow, keepsTexts: boolean): Promise<void> {
  const { id, slug, fields } = item;
  const uses = keepsTexts ? 0 : ((await countUses(ctx, list)).get(slug) ?? 0);
  const createConflict = (what: string) =>
    new ApiError(
      'conflict',
      `“${fields.name}” cannot be removed, because ${what} it. Merge it into another one, or hide it.`,
    );
  if (uses > 0) throw createConflict(uses === 1 ? 'something names' : `${uses} others name`);
  const table = getListTable(list);
  await ctx.db
    .delete(table)
    .where(eq(table.id, id))
    .catch((error: unknown) => {
      throw hasErrorCode(error, foreignKeyViolation) ? createConflict('an earlier version names') : error;
    });
}

type Moved = NonNullable<ListChange['moved']>;
type Act = typeof listActs.$inferSelect & { change: ListChange };

const changedSince = () => new ApiError('conflict', 'This has been changed since, so it can no longer be undone.');

/**
 * Returns what is left of a merge: if its target was merged further, only what that merge moved, because the rest was
 * moved away before. `target` is the item that now has it.
 */
async function findLeft({ db }: Context, list: ListName, first: Moved, target: number): Promise<Moved> {
  let moved = first;
  for (let into = first.into?.[0] ?? target; into !== target; ) {
    const [further] = await db
      .select({ change: listActs.change })
      .from(listActs)
      .where(
        and(eq(listActs.list, list), eq(listActs.kind, 'MERGE'), eq(listActs.itemId, into), isNull(listActs.undoneAt)),
      )
      .orderBy(desc(listActs.id))
      .limit(1);
    const later = further?.change?.moved;
    if (!later) return moved;
    const ofEntries = [later.entries, later.entriesWithBoth, later.drafts].flatMap((ids) => ids ?? []);
    const namesEntries = ['entries', 'entriesWithBoth', 'drafts', 'newDrafts', 'draftsWithBoth'];
    moved = Object.fromEntries(
      Object.entries(moved).map(([kind, ids]) => {
        const kept = new Set(namesEntries.includes(kind) ? ofEntries : later[kind]);
        return [kind, kind === 'lastRevision' ? ids : ids.filter((id) => kept.has(id))];
      }),
    );
    moved.draftsOfTarget = later.draftsOfTarget ?? [];
    into = later.into?.[0] ?? target;
  }
  return moved;
}

async function undoMerge(
  ctx: Context,
  { list, itemId, change: { before = {}, after = {}, moved = {} } }: Act,
  userId: number,
) {
  const table = getListTable(list);
  const [row] = await ctx.db
    .select()
    .from(table)
    .where(eq(table.id, itemId ?? 0));
  const items = await readList(ctx, list);
  // The other item may have been merged into a third one since.
  const target = items.find(({ id }) => id === row?.mergedIntoId);
  if (!row || !target) throw changedSince();
  const { enabled, interests } = before as ItemFields;
  await updateRows(ctx, list, [row.id], { enabled: enabled ?? true, mergedIntoId: null });
  const former = moved.former ?? [];
  const left = await findLeft(ctx, list, moved, target.id);
  if (former.length > 0)
    await ctx.db
      .update(table)
      .set({ mergedIntoId: row.id })
      .where(sql`${inArray(table.id, former)} and ${eq(table.mergedIntoId, target.id)}`);
  await moveUsesBack(ctx, list, row, target, left, userId);
  if (!interests) return;
  const added = ((after as ItemFields).interests ?? []).filter((slug) => !interests.includes(slug));
  const rest = (target.fields.interests ?? []).filter((slug) => !added.includes(slug));
  await changeFields(ctx, list, target, { interests: rest }, userId);
}

async function undoChange(ctx: Context, { list, itemId, change }: Act, items: ListRow[], userId: number) {
  const item = getItem(items, itemId ?? 0);
  const [before, after] = [change.before ?? {}, change.after ?? {}];
  const current = item.fields as Record<string, unknown>;
  const names = Object.keys(after).filter((name) => JSON.stringify(current[name]) === JSON.stringify(after[name]));
  if (names.length === 0) throw changedSince();
  await changeFields(ctx, list, item, Object.fromEntries(names.map((name) => [name, before[name]])), userId);
}

async function undoOrder(ctx: Context, { list, change }: Act, items: ListRow[]) {
  const { orderBefore = [], orderAfter = [] } = change;
  const order = mergeOrders({ base: orderAfter, theirs: items.map(({ id }) => id), ours: orderBefore });
  if (!order) throw changedSince();
  await storeOrder(ctx, list, items, order);
}

async function undoRemoval(ctx: Context, { list, change: { before, moved = {} } }: Act, userId: number) {
  const rows = (before?.rows ?? []) as ListRow['row'][];
  const [row] = rows;
  if (!row?.id) throw changedSince();
  const restored = await ctx.db
    .insert(getListTable(list))
    .overridingSystemValue()
    .values(rows as never[])
    .onConflictDoNothing()
    .returning();
  if (restored.length < rows.length)
    throw new ApiError('conflict', 'Another item has this address now, so the removed one cannot come back.');
  if (list === 'TEAM') await restoreTextsOf(ctx, { id: row.id, slug: row.slug }, moved, userId);
}

/**
 * Undoes an act on a list. What was changed since stays: after a merge, what was moved and still names the other item
 * comes back. `conflict` if nothing is left to undo.
 */
export async function undoListAct(
  ctx: Context,
  { id }: { id: number },
  caller: Caller,
): Promise<{ list: ListName; summary: string }> {
  const { userId } = requireActor(caller);
  return runLockingAct(ctx, async (tx) => {
    const [found] = await tx.db.select({ list: listActs.list }).from(listActs).where(eq(listActs.id, id));
    if (!found) throw new ApiError('not_found', 'There is nothing to undo here.');
    const items = await readList(tx, found.list, 'key');
    const [act] = await tx.db.select().from(listActs).where(eq(listActs.id, id));
    const { change } = act ?? {};
    if (!act || !change || act.undoneAt) throw changedSince();
    const undone = { ...act, change };
    if (act.kind === 'ADD') await deleteItem(tx, act.list, getItem(items, act.itemId ?? 0), false);
    else if (act.kind === 'CHANGE') await undoChange(tx, undone, items, userId);
    else if (act.kind === 'ORDER') await undoOrder(tx, undone, items);
    else if (act.kind === 'MERGE') await undoMerge(tx, undone, userId);
    else await undoRemoval(tx, undone, userId);
    await tx.db.update(listActs).set({ undoneAt: sql`now()` }).where(eq(listActs.id, id));
    await recordToLog(tx, { kind: 'list.UNDO', by: userId, facts: { summary: act.summary } });
    return { list: act.list, summary: `Undone: ${act.summary}` };
  });
}
