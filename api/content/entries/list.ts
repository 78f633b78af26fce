import { and, eq, inArray, lt, not, notInArray, type SQL, sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { Context } from '../../context.ts';
import { entries, runPrepared } from '../../db/index.ts';
import { findCategory } from '../categories.ts';
import { readListOrder } from '../settings.ts';
import { presentEntryCard } from './get.ts';
import {
  countShownEntries,
  createListOrderSql,
  createShownTotalSql,
  hasSlugOrId,
  isEnabled,
  newestFirst,
  selectShownCards,
} from './visibility.ts';

interface Paging {
  page: number;
  size: number;
}

/**
 * Returns one page of a type's enabled entries, or of a category's. A page beyond the last has no items and is no
 * error.
 */
export async function listEntries(ctx: Context, type: EntryType, { page, size }: Paging, categoryId?: number) {
  const { db } = ctx;
  const place = page * size;
  const listOrder = await readListOrder(ctx, type);
  // The first page needs no starting month, so one statement reads its cards and the total.
  const counted = place > 0 ? await countShownEntries(db, type, categoryId, place) : null;
  if (counted && !counted.before) return { items: [], page, size, total: counted.total };
  // Only lists by date can skip whole months.
  const start = listOrder === 'date' ? counted : null;
  const before = start?.before ?? null;
  const hasCategory = categoryId !== undefined;
  const key = `list ${listOrder} ${hasCategory} ${before !== null} ${counted !== null}`;
  const values = { type, categoryId, before, size, offset: place - (start?.passed ?? 0) };
  const rows = await runPrepared(db, key, values, () => {
    const order = createListOrderSql(listOrder);
    // A category has one type. With the type as a second condition PostgreSQL would not use the category's index alone.
    const [ofType, ofCategory] = [sql.placeholder('type'), hasCategory ? sql.placeholder('categoryId') : undefined];
    const ofKind = ofCategory ? eq(entries.categoryId, ofCategory) : eq(entries.type, ofType);
    // The inner query skips earlier entries by an index-only scan, without reading their texts.
    const ofPage = db
      .select({ id: entries.id })
      .from(entries)
      .where(and(isEnabled, ofKind, before ? lt(entries.publishedAt, sql.placeholder('before')) : undefined))
      .orderBy(...order)
      .limit(sql.placeholder('size'))
      .offset(sql.placeholder('offset'));
    const totalSql = counted ? undefined : createShownTotalSql(ofType, ofCategory);
    return selectShownCards(db, inArray(entries.id, ofPage), order, sql.placeholder('size'), totalSql);
  });
  return { items: rows.map(presentEntryCard), page, size, total: counted?.total ?? rows[0]?.total ?? 0 };
}

/** Returns one page of a category's enabled entries. `not_found` for a category that the type does not have. */
export async function listEntriesByCategory(
  ctx: Context,
  type: EntryType,
  input: { categoryId: string; page: number; size: number },
) {
  const category = await findCategory(ctx, type, input.categoryId);
  return listEntries(ctx, type, input, category.id);
}

/**
 * Returns the newest entries of category `a` without entry `b`, filled up with the newest of the type. `not_found` for
 * a category that the type does not have.
 */
export async function listRelatedEntries(
  ctx: Context,
  type: EntryType,
  { a, b, limit }: { a: string; b: string; limit: number },
) {
  const category = await findCategory(ctx, type, a);
  const others = and(eq(entries.type, type), not(hasSlugOrId(b))) as SQL;
  const same = await selectShownCards(ctx.db, and(others, eq(entries.categoryId, category.id)), newestFirst, limit);
  const missing = limit - same.length;
  const taken = same.map((row) => row.id);
  const rest =
    missing > 0
      ? await selectShownCards(
          ctx.db,
          and(others, taken.length > 0 ? notInArray(entries.id, taken) : undefined),
          newestFirst,
          missing,
        )
      : [];
  return { items: [...same, ...rest].map(presentEntryCard) };
}

/** Returns the newest enabled entries of some types, without the entry whose slug or id is `except`. */
export async function listRecentEntries({ db }: Context, types: readonly EntryType[], limit: number, except?: string) {
  const ofTypes = types.length === 1 && types[0] ? eq(entries.type, types[0]) : inArray(entries.type, [...types]);
  const where = and(ofTypes, except === undefined ? undefined : not(hasSlugOrId(except))) as SQL;
  return { items: (await selectShownCards(db, where, newestFirst, limit)).map(presentEntryCard) };
}
