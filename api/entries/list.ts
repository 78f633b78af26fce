import { and, count, eq, type SQL } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { entries } from '../db/tables.ts';
import { presentCard } from './present.ts';
import { isEnabled, orderOf, selectCards } from './visible.ts';

interface Paging {
  page: number;
  size: number;
}

/** One page of a type's enabled entries, of one category where given. Beyond the last page: no items, 200. */
export async function listEntries({ db }: Context, type: EntryType, { page, size }: Paging, categoryId?: number) {
  const where = and(
    eq(entries.type, type),
    categoryId === undefined ? undefined : eq(entries.categoryId, categoryId),
  ) as SQL;
  const [rows, counted] = await Promise.all([
    selectCards(db, where, orderOf(type), size, page * size),
    db.select({ total: count() }).from(entries).where(and(isEnabled, where)),
  ]);
  return { items: rows.map(presentCard), page, size, total: counted[0]?.total ?? 0 };
}
