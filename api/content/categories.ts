import { aliasedTable, and, desc, eq, or, sql } from 'drizzle-orm';
import { type EntryType, type SelectableType, selectableTypes } from '../../contract/content/entry-types.ts';
import type { Context } from '../context.ts';
import { categories, parseId, runPrepared, shownMonths } from '../db/index.ts';
import { ApiError } from '../errors.ts';

/**
 * Returns a type's enabled category by slug or id, also by those of a category that was merged into it. `not_found` for
 * an unknown category.
 */
export async function findCategory({ db }: Context, type: EntryType, slugOrId: string) {
  const bySlug = eq(categories.slug, slugOrId);
  const id = parseId(slugOrId);
  const isNamed = id === null ? bySlug : or(bySlug, eq(categories.id, id));
  const target = aliasedTable(categories, 'target');
  const [category] = await db
    .select({ id: target.id })
    .from(categories)
    .innerJoin(target, eq(target.id, sql`coalesce(${categories.mergedIntoId}, ${categories.id})`))
    .where(and(eq(categories.type, type), eq(target.enabled, true), isNamed))
    // A slug may look like another category's id; the slug wins.
    .orderBy(desc(bySlug));
  if (!category) throw new ApiError('not_found', 'There is no such category.');
  return category;
}

/** Returns all enabled categories in the editors' order, by type, with the count of their enabled entries. */
export async function listCategories({ db }: Context) {
  const rows = await runPrepared(db, 'categories', {}, () =>
    db
      .select({
        id: categories.id,
        type: categories.type,
        slug: categories.slug,
        name: categories.name,
        description: categories.description,
        count: sql`coalesce(sum(${shownMonths.shown}), 0)`.mapWith(Number),
      })
      .from(categories)
      .leftJoin(shownMonths, eq(shownMonths.categoryId, categories.id))
      .where(eq(categories.enabled, true))
      .groupBy(categories.id)
      .orderBy(categories.type, categories.position, categories.id),
  );
  return {
    items: rows.filter((row): row is typeof row & { type: SelectableType } =>
      selectableTypes.some((type) => type === row.type),
    ),
  };
}
