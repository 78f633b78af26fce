import { and, eq, inArray, lt } from 'drizzle-orm';
import { type EntryType, entryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { entries } from '../db/tables.ts';
import { countShown } from './count-shown.ts';
import { presentCard } from './present.ts';
import { isEnabled, orderOf, selectCards } from './visible.ts';

interface Paging {
  page: number;
  size: number;
}

/** One page of a type's enabled entries, of one of its categories where given. Beyond the last page: no items, 200. */
export async function listEntries({ db }: Context, type: EntryType, { page, size }: Paging, categoryId?: number) {
  const place = page * size;
  const counting = countShown(db, type, categoryId, place);
  // The first page need not wait for what it stands behind; what editors put in order by hand is not that long.
  const start = place > 0 && entryType(type).order === 'date' ? await counting : null;
  if (start && !start.before) return { items: [], page, size, total: start.total };
  const order = orderOf(type);
  // A category has one type; to name it as well would keep the category's index from being all that is read.
  const ofKind = categoryId === undefined ? eq(entries.type, type) : eq(entries.categoryId, categoryId);
  // What the page passes over is counted in an index, without a look at its texts.
  const ofPage = db
    .select({ id: entries.id })
    .from(entries)
    .where(and(isEnabled, ofKind, start?.before ? lt(entries.publishedAt, start.before) : undefined))
    .orderBy(...order)
    .limit(size)
    .offset(place - (start?.passed ?? 0));
  const [rows, { total }] = await Promise.all([selectCards(db, inArray(entries.id, ofPage), order, size), counting]);
  return { items: rows.map(presentCard), page, size, total };
}
