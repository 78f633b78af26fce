import { and, desc, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { type ListName, maxListedActs } from '../../../contract/studio/list-names.ts';
import type { ListAct, ListActDone } from '../../../contract/studio/list-operations.ts';
import type { Context } from '../../context.ts';
import { type ListChange, listActs, users } from '../../db/index.ts';
import { recordToLog } from '../../log/index.ts';

/** What is stored of an act on a list. */
export type NewListAct = Pick<typeof listActs.$inferInsert, 'kind' | 'itemId' | 'slug' | 'summary'> & {
  change: ListChange;
  /** What the log says of the item. */
  facts: { name: string; into?: string };
};

/** Stores what somebody did to a list, so that it can be undone. Call in the transaction that changed the list. */
export async function recordListAct(
  { db }: Context,
  list: ListName,
  { facts, ...act }: NewListAct,
  doneBy: number,
): Promise<ListActDone> {
  await recordToLog({ db }, { kind: `list.${act.kind}`, by: doneBy, facts });
  const [stored] = await db
    .insert(listActs)
    .values({ list, ...act, doneBy })
    .returning({ id: listActs.id });
  if (!stored) throw new Error('The act was not stored');
  return { act: stored.id, id: act.itemId ?? null, summary: act.summary };
}

/** Returns what was done to a list last, or before an act, the newest first. */
export async function listNewestActs({ db }: Context, list: ListName, before?: number): Promise<ListAct[]> {
  const { id, kind, summary, doneAt, undoneAt, change } = listActs;
  const rows = await db
    .select({ id, kind, summary, doneAt, undoneAt, doneBy: users.name, isKept: sql<boolean>`${change} is not null` })
    .from(listActs)
    .leftJoin(users, eq(users.id, listActs.doneBy))
    .where(and(eq(listActs.list, list), before === undefined ? undefined : lt(id, before)))
    .orderBy(desc(id))
    .limit(maxListedActs);
  return rows.map(({ isKept, ...row }) => ({
    ...row,
    doneAt: row.doneAt.toISOString(),
    undoneAt: row.undoneAt?.toISOString() ?? null,
    canUndo: isKept && row.undoneAt === null,
  }));
}

/** Forgets after 30 days what undoing an act needs, so that no removed person is kept. Returns how many. */
export async function forgetOldListActs({ db }: Context): Promise<number> {
  const isOld = and(lt(listActs.doneAt, sql`now() - interval '30 days'`), isNotNull(listActs.change));
  return (await db.update(listActs).set({ change: null }).where(isOld)).rowCount ?? 0;
}
