import { and, eq, not, notInArray, type SQL } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { Context } from '../../context.ts';
import { entries } from '../../db/index.ts';
import { findCategory } from '../categories/find.ts';
import { presentEntryCard } from './present.ts';
import { hasSlugOrId, newestFirst, selectShownCards } from './visibility.ts';

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
