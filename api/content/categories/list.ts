import { eq, sql } from 'drizzle-orm';
import { type SelectableType, selectableTypes } from '../../../contract/content/entry-types.ts';
import type { Context } from '../../context.ts';
import { categories, runPrepared, shownMonths } from '../../db/index.ts';

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
