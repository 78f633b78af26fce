import { desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { DeletedEntry } from '../../../contract/studio/history-operations.ts';
import type { Caller, Context } from '../../context.ts';
import { deletedEntries, users } from '../../db/index.ts';
import { requireActor } from '../../people/index.ts';
import { canWrite } from '../drafts/save.ts';

/** The time for which a deleted entry can be restored. */
const kept = sql`interval '30 days'`;

/** Condition: the entry can still be restored. Maintenance removes others, but may come later. */
export const isRestorable = gte(deletedEntries.deletedAt, sql`now() - ${kept}`);

/** Returns one page of the entries that can still be restored, the newest first. */
export async function listDeletedEntries(
  { db }: Context,
  { page, size }: { page: number; size: number },
  caller: Caller,
): Promise<{ items: DeletedEntry[]; page: number; size: number; total: number }> {
  const actor = requireActor(caller);
  const rows = await db
    .select({
      id: deletedEntries.id,
      type: deletedEntries.type,
      slug: deletedEntries.slug,
      title: deletedEntries.title,
      createdBy: deletedEntries.createdBy,
      deletedAt: deletedEntries.deletedAt,
      deletedBy: users.name,
      keptUntil: sql`${deletedEntries.deletedAt} + ${kept}`.mapWith(deletedEntries.deletedAt),
    })
    .from(deletedEntries)
    .leftJoin(users, eq(users.id, deletedEntries.deletedBy))
    .where(isRestorable)
    .orderBy(desc(deletedEntries.deletedAt), desc(deletedEntries.id))
    .limit(size)
    .offset(page * size);
  const items = rows.map(({ createdBy, deletedAt, keptUntil, ...row }) => ({
    ...row,
    deletedAt: deletedAt.toISOString(),
    keptUntil: keptUntil.toISOString(),
    canRestore: canWrite(actor, { createdBy }),
  }));
  return { items, page, size, total: await db.$count(deletedEntries, isRestorable) };
}

/** Removes deleted entries for good after 30 days. Returns how many. */
export async function removeOldDeletedEntries({ db }: Context): Promise<number> {
  const removed = await db.delete(deletedEntries).where(lt(deletedEntries.deletedAt, sql`now() - ${kept}`));
  return removed.rowCount ?? 0;
}
