import { eq, inArray, sql } from 'drizzle-orm';
import { type EntryType, entryTypes, getEntryPath, getEntryType } from '../../../contract/content/entry-types.ts';
import type { BulkSelection } from '../../../contract/studio/bulk-shapes.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import type { Context } from '../../context.ts';
import { categories, drafts, entries } from '../../db/index.ts';

function getListPath(type: EntryType): string | null {
  const { listPath, listedUnder } = getEntryType(type);
  return listPath ?? (listedUnder ? entryTypes[listedUnder].listPath : null);
}

/**
 * Returns the paths of the pages that visitors would see changed: of the entries themselves, their lists, and their
 * categories before and after.
 */
export async function findChangedPages(
  { db }: Context,
  { kind, category }: Pick<BulkSelection, 'kind' | 'category'>,
  changing: readonly EntrySummary[],
): Promise<string[]> {
  const seen = changing.filter(({ state }) => kind === 'PUBLISH' || state === 'PUBLISHED');
  if (seen.length === 0) return [];
  const rows = await db
    .select({ id: entries.id, before: categories.slug, after: sql<string | null>`${drafts.content} ->> 'category'` })
    .from(entries)
    .leftJoin(categories, eq(categories.id, entries.categoryId))
    .leftJoin(drafts, eq(drafts.entryId, entries.id))
    .where(
      inArray(
        entries.id,
        seen.map(({ id }) => id),
      ),
    );
  const slugs = new Map(rows.map((row) => [row.id, row]));
  const pages = seen.flatMap(({ id, type, slug }) => {
    const { before = null, after = null } = slugs.get(id) ?? {};
    const newCategory = kind === 'CATEGORISE' ? category?.slug : kind === 'PUBLISH' ? after : null;
    const { categoryPath } = getEntryType(type);
    const ofCategories = [before, newCategory].flatMap((name) => (categoryPath && name ? [categoryPath + name] : []));
    return [getEntryPath(type, slug), getListPath(type) ?? [], ofCategories].flat();
  });
  return [...new Set(pages)];
}
