import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import {
  entryTypes,
  getEntryType,
  type ListedType,
  type SelectableType,
} from '../../../contract/content/entry-types.ts';
import {
  type ListSummaries,
  type ListsSetting,
  listedTypes,
  type TypeWithList,
  typesWithList,
} from '../../../contract/content/list-settings.ts';
import type { Category } from '../../../contract/content/record-shapes.ts';
import { createFailure, createRedirect } from '../../failures.ts';
import { loadLists } from '../../load-lists.ts';
import type { PageArgs } from '../../page.ts';
import type { Breadcrumb } from '../../parts/breadcrumbs.tsx';
import { countPages, readPageIndex } from '../../parts/page-numbers.ts';

export interface EntryListData {
  type: TypeWithList;
  /** The category whose entries are listed; null for all entries of the type. */
  category: Category | null;
  /** What the setting says of the list, beyond what every page has. */
  list: Pick<ListsSetting[TypeWithList], 'lede' | 'feed'>;
  items: EntryCard[];
  page: number;
  size: number;
  total: number;
  categories: Category[];
  /** Entries of a type without a list of its own, on the first page of the list that shows them. */
  below: { type: ListedType; items: EntryCard[] } | null;
}

/** Returns the breadcrumbs of a list: Home, the list of the type, and the category. */
export function getListBreadcrumbs(
  lists: Pick<ListSummaries, TypeWithList>,
  { type, category }: Pick<EntryListData, 'type' | 'category'>,
): Breadcrumb[] {
  const list = { href: entryTypes[type].listPath, label: lists[type].heading };
  const home = { href: '/', label: 'Home' };
  return category ? [home, list, getCategoryLink(category)] : [home, list];
}

function getCategoryLink({ type, slug, name }: Category): Breadcrumb {
  return { href: `${getEntryType(type).categoryPath}${slug}`, label: name };
}

/**
 * Returns the category that an address names. An id redirects to the slug. An unknown category is a 404 with links to
 * the others; an empty category has a page (readings, "Routes").
 */
function findCategory(categories: readonly Category[], { params, url }: PageArgs): Category | null {
  if (params.category === undefined) return null;
  const category = categories.find(({ slug }) => slug === params.category);
  if (category) return category;
  const byId = categories.find(({ id }) => String(id) === params.category);
  if (byId) throw createRedirect(getCategoryLink(byId).href + url.search);
  throw createFailure(404, { links: categories.map(getCategoryLink) });
}

async function loadEntriesBelow(
  { client, signal }: PageArgs,
  lists: ListsSetting,
  type: TypeWithList,
): Promise<EntryListData['below']> {
  const typeBelow = listedTypes.find((name) => getEntryType(name).listedUnder === type);
  if (!typeBelow) return null;
  const { items } = await client.entries(typeBelow, 'list', { size: lists[typeBelow].pageSize }, { signal });
  return { type: typeBelow, items };
}

/** Loads one page of the entries of a type, or of a category. A page after the last is a 404; an empty list has one. */
export async function loadEntryList(args: PageArgs): Promise<EntryListData> {
  const { client, url, signal, entryType } = args;
  const type = typesWithList.find((name) => name === entryType);
  const page = readPageIndex(url.searchParams);
  if (!type || page === null) throw createFailure(404);
  const [lists, { items: all }] = await Promise.all([
    loadLists(client, { signal }),
    getEntryType(type).categoryPath ? client.call('categories', {}, { signal }) : { items: [] },
  ]);
  const categories = all.filter((each) => each.type === type);
  const category = findCategory(categories, args);
  const { lede, feed, pageSize } = lists[type];
  const input = { page, size: pageSize };
  const [found, below] = await Promise.all([
    category
      ? client.entries(type as SelectableType, 'byCategory', { ...input, categoryId: category.slug }, { signal })
      : client.entries(type, 'list', input, { signal }),
    page === 0 && !category ? loadEntriesBelow(args, lists, type) : null,
  ]);
  if (page >= countPages(found.total, found.size))
    throw createFailure(404, { links: getListBreadcrumbs(lists, { type, category }).slice(-1) });
  return { type, category, list: { lede, feed }, ...found, categories, below };
}
