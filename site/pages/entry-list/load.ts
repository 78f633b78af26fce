import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import { getEntryType, type TypeWithPages, typesWithPages } from '../../../contract/content/entry-types.ts';
import type { Category } from '../../../contract/content/record-shapes.ts';
import { createFailure } from '../../failures.ts';
import type { PageArgs } from '../../page.ts';
import { countPages, readPageIndex } from '../../parts/page-numbers.ts';

export interface EntryListData {
  type: TypeWithPages;
  items: EntryCard[];
  page: number;
  size: number;
  total: number;
  categories: Category[];
  /** Entries of a type without a list of its own, on the first page of the list that shows them. */
  below: { type: TypeWithPages; items: EntryCard[] } | null;
}

async function loadEntriesBelow({ client, signal }: PageArgs, type: TypeWithPages): Promise<EntryListData['below']> {
  const typeBelow = typesWithPages.find((name) => getEntryType(name).listedUnder === type);
  if (!typeBelow) return null;
  const { items } = await client.entries(typeBelow, 'list', { size: getEntryType(typeBelow).pageSize }, { signal });
  return { type: typeBelow, items };
}

/** Loads one page of the list of a type. A page after the last is a 404; an empty list has one page. */
export async function loadEntryList(args: PageArgs): Promise<EntryListData> {
  const { client, url, signal, entryType: type } = args;
  const page = readPageIndex(url.searchParams);
  if (type === null || page === null) throw createFailure(404);
  const row = getEntryType(type);
  const [list, categories, below] = await Promise.all([
    client.entries(type, 'list', { page, size: row.pageSize }, { signal }),
    row.categoryPath ? client.call('categories', {}, { signal }) : { items: [] },
    page === 0 ? loadEntriesBelow(args, type) : null,
  ]);
  if (page >= countPages(list.total, list.size))
    throw createFailure(404, { links: [{ href: row.listPath ?? '/', label: row.plural }] });
  return { type, ...list, categories: categories.items, below };
}
