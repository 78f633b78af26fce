import type { EntryCard } from '../../../contract/entry-shapes.ts';
import { entryTypes, type SelectableType, selectableTypes } from '../../../contract/entry-types.ts';
import type { Category } from '../../../contract/record-shapes.ts';
import { failure, movedTo } from '../../failures.ts';
import type { PageArgs } from '../../page.ts';
import { pageCount, pageOfAddress } from '../../parts/page-numbers.ts';

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
 * One page of a category, which the address names by slug; an id answers with the address by slug. Unknown: 404 with
 * the categories there are. Known and empty: a page that says so (readings, "Routes").
 */
export async function loadEntryCategory(args: PageArgs): Promise<EntryCategoryData> {
  const { client, url, params, signal } = args;
  const type = selectableTypes.find((name) => name === args.entryType);
  const page = pageOfAddress(url.searchParams);
  if (!type || page === null) throw failure(404);
  const { categoryPath, pageSize } = entryTypes[type];
  const wanted = params.category ?? '';
  const categories = (await client.call('categories', {}, { signal })).items.filter(
    (category) => category.type === type,
  );
  const category = categories.find(({ slug }) => slug === wanted);
  if (!category) {
    const byId = categories.find(({ id }) => String(id) === wanted);
    if (byId) throw movedTo(categoryPath + byId.slug + url.search);
    throw failure(404, { links: categories.map(({ slug, name }) => ({ href: categoryPath + slug, label: name })) });
  }
  const list = await client.entries(
    type,
    'byCategory',
    { categoryId: category.slug, page, size: pageSize },
    { signal },
  );
  if (page >= pageCount(list.total, list.size)) {
    throw failure(404, { links: [{ href: categoryPath + category.slug, label: category.name }] });
  }
  return { type, category, categories, ...list };
}
