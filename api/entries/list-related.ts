import { and, eq, not, notInArray, type SQL } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import { findCategory } from '../categories/find.ts';
import type { Context } from '../context.ts';
import { entries } from '../db/tables.ts';
import { presentCard } from './present.ts';
import { isEntry, newestFirst, selectCards } from './visible.ts';

/**
 * Entries of category `a` without entry `b`, newest first, filled up with the newest of the type where there are too
 * few; never the entry itself. `not_found` where the type has no such category.
 */
export async function listRelated(
  ctx: Context,
  type: EntryType,
  { a, b, limit }: { a: string; b: string; limit: number },
) {
  const category = await findCategory(ctx, type, a);
  const others = and(eq(entries.type, type), not(isEntry(b))) as SQL;
  const same = await selectCards(ctx.db, and(others, eq(entries.categoryId, category.id)), newestFirst, limit);
  const missing = limit - same.length;
  const taken = same.map((row) => row.id);
  const rest =
    missing > 0
      ? await selectCards(
          ctx.db,
          and(others, taken.length > 0 ? notInArray(entries.id, taken) : undefined),
          newestFirst,
          missing,
        )
      : [];
  return { items: [...same, ...rest].map(presentCard) };
}
