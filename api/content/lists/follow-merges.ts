import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { Context } from '../../context.ts';
import { categories, interests, type personas, type positions, teamMembers } from '../../db/index.ts';

type Names = Pick<DraftContent, 'author' | 'category' | 'interests'>;

/**
 * Returns the slugs of the items into which those with these slugs were merged, by the former slugs. Until the
 * transaction ends none of the items is merged, so that no text is stored with the name of a merged item.
 */
async function findMerged(
  { db }: Context,
  table: typeof categories | typeof interests | typeof teamMembers,
  slugs: readonly string[],
  scope?: SQL,
): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const rows = await db
    .select({ slug: table.slug, into: table.mergedIntoId })
    .from(table)
    .where(and(scope, inArray(table.slug, [...slugs])))
    .for('key share');
  const ids = rows.flatMap(({ into }) => (into === null ? [] : [into]));
  if (ids.length === 0) return new Map();
  const targets = new Map(
    (await db.select({ id: table.id, slug: table.slug }).from(table).where(inArray(table.id, ids))).map((row) => [
      row.id,
      row.slug,
    ]),
  );
  return new Map(
    rows.flatMap(({ slug, into }) => {
      const target = targets.get(into ?? 0);
      return target === undefined ? [] : [[slug, target] as const];
    }),
  );
}

/**
 * Returns a content of an entry of a type that names the items into which the named ones were merged. Returns the same
 * object if none was. Call in a transaction that stores the content.
 */
export async function followMerges<C extends Names>(ctx: Context, type: EntryType | SQL, content: C): Promise<C> {
  const { author, category, interests: named } = content;
  const authors = await findMerged(ctx, teamMembers, author === null ? [] : [author]);
  const ofType = eq(categories.type, type);
  const categorySlugs = await findMerged(ctx, categories, category === null ? [] : [category], ofType);
  const merged = await findMerged(ctx, interests, named);
  if (authors.size + categorySlugs.size + merged.size === 0) return content;
  const get = (slugs: ReadonlyMap<string, string>, slug: string | null) => (slug && slugs.get(slug)) ?? slug;
  return {
    ...content,
    author: get(authors, author),
    category: get(categorySlugs, category),
    interests: [...new Set(named.map((slug) => merged.get(slug) ?? slug))],
  };
}

/** Selects the slugs of the items that were merged into an item, which browsers and links still name; null for none. */
export const createFormerSlugsSql = (table: typeof interests | typeof personas | typeof positions) =>
  sql<string[] | null>`(select array_agg(former.slug order by former.slug)
    from ${table} as former where former.merged_into_id = ${table}.id)`;

/** Leaves out `formerSlugs`, the slugs of what was merged into an item, where it is null. */
export const omitEmptyFormerSlugs = <Row extends { formerSlugs: string[] | null }>({ formerSlugs, ...item }: Row) => ({
  ...item,
  ...(formerSlugs && { formerSlugs }),
});
