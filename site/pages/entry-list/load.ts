import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { entryTypes, getEntryType, type ListedType } from '../../../contract/content/entry-types.ts';
import {
  type ListsSetting,
  listedTypes,
  type TypeWithList,
  typesWithList,
} from '../../../contract/content/list-settings.ts';
import type { Category } from '../../../contract/content/record-shapes.ts';
import { createFailure } from '../../failures.ts';
import { loadLists } from '../../load-lists.ts';
import type { PageArgs } from '../../page.ts';
import { countPages, readPageIndex } from '../../parts/page-numbers.ts';

export interface EntryListData {
  type: TypeWithList;
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

/** Loads one page of the list of a type. A page after the last is a 404; an empty list has one page. */
export async function loadEntryList(args: PageArgs): Promise<EntryListData> {
  const { client, url, signal, entryType } = args;
  const type = typesWithList.find((name) => name === entryType);
  const page = readPageIndex(url.searchParams);
  if (!type || page === null) throw createFailure(404);
  const lists = await loadLists(client, { signal });
  const { heading, lede, feed, pageSize } = lists[type];
  const [found, categories, below] = await Promise.all([
    client.entries(type, 'list', { page, size: pageSize }, { signal }),
    getEntryType(type).categoryPath ? client.call('categories', {}, { signal }) : { items: [] },
    page === 0 ? loadEntriesBelow(args, lists, type) : null,
  ]);
  if (page >= countPages(found.total, found.size))
    throw createFailure(404, { links: [{ href: entryTypes[type].listPath, label: heading }] });
  return { type, list: { lede, feed }, ...found, categories: categories.items, below };
}
