import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { entryTypes, type SelectableType, selectableTypes } from '../../../contract/content/entry-types.ts';
import type { Category } from '../../../contract/content/record-shapes.ts';
import { createFailure, createRedirect } from '../../failures.ts';
import { loadLists } from '../../load-lists.ts';
import type { PageArgs } from '../../page.ts';
import { countPages, readPageIndex } from '../../parts/page-numbers.ts';

export interface EntryCategoryData {
  type: SelectableType;
  category: Category;
  categories: Category[];
  items: EntryCard[];
  page: number;
  size: number;
  total: number;
}

/**
 * Loads one page of a category. An id in the address redirects to the slug. An unknown category is a 404 with links to
 * the others; an empty category has a page (readings, "Routes").
 */
export async function loadEntryCategory(args: PageArgs): Promise<EntryCategoryData> {
  const { client, url, params, signal } = args;
  const type = selectableTypes.find((name) => name === args.entryType);
  const page = readPageIndex(url.searchParams);
  if (!type || page === null) throw createFailure(404);
  const { categoryPath } = entryTypes[type];
  const wanted = params.category ?? '';
  const categories = (await client.call('categories', {}, { signal })).items.filter(
    (category) => category.type === type,
  );
  const category = categories.find(({ slug }) => slug === wanted);
  if (!category) {
    const byId = categories.find(({ id }) => String(id) === wanted);
    if (byId) throw createRedirect(categoryPath + byId.slug + url.search);
    throw createFailure(404, {
      links: categories.map(({ slug, name }) => ({ href: categoryPath + slug, label: name })),
    });
  }
  const { pageSize } = (await loadLists(client, { signal }))[type];
  const list = await client.entries(
    type,
    'byCategory',
    { categoryId: category.slug, page, size: pageSize },
    { signal },
  );
  if (page >= countPages(list.total, list.size)) {
    throw createFailure(404, { links: [{ href: categoryPath + category.slug, label: category.name }] });
  }
  return { type, category, categories, ...list };
}
