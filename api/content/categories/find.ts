import { and, desc, eq, or } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { Context } from '../../context.ts';
import { categories, parseId } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

/** Returns a type's enabled category by slug or id. `not_found` for an unknown category. */
export async function findCategory({ db }: Context, type: EntryType, slugOrId: string) {
  const bySlug = eq(categories.slug, slugOrId);
  const id = parseId(slugOrId);
  const isNamed = id === null ? bySlug : or(bySlug, eq(categories.id, id));
  const [category] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.type, type), eq(categories.enabled, true), isNamed))
    // A slug may look like another category's id; the slug wins.
    .orderBy(desc(bySlug));
  if (!category) throw new ApiError('not_found', 'There is no such category.');
  return category;
}
