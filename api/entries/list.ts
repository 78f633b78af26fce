import { and, count, eq, inArray } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { entries } from '../db/tables.ts';
import { presentCard } from './present.ts';
import { isEnabled, orderOf, selectCards } from './visible.ts';

interface Paging {
  page: number;
  size: number;
}

/** One page of a type's enabled entries, of one of its categories where given. Beyond the last page: no items, 200. */
export async function listEntries({ db }: Context, type: EntryType, { page, size }: Paging, categoryId?: number) {
  // A category has one type; to name it as well would keep the total from being counted in the category's index.
  const where = and(isEnabled, categoryId === undefined ? eq(entries.type, type) : eq(entries.categoryId, categoryId));
  const order = orderOf(type);
  // What the page passes over is counted in an index, without a look at its texts.
  const ofPage = db
    .select({ id: entries.id })
    .from(entries)
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset(page * size);
  const [rows, counted] = await Promise.all([
    selectCards(db, inArray(entries.id, ofPage), order, size),
    db.select({ total: count() }).from(entries).where(where),
  ]);
  return { items: rows.map(presentCard), page, size, total: counted[0]?.total ?? 0 };
}
