import type { EntryCard } from '../../../contract/entry-shapes.ts';
import { type EntryType, getEntryType } from '../../../contract/entry-types.ts';
import type { Category } from '../../../contract/record-shapes.ts';
import { failure } from '../../failures.ts';
import type { PageArgs } from '../../page.ts';
import { pageCount, pageOfAddress } from '../../parts/page-numbers.ts';

export interface EntryListData {
  type: EntryType;
  items: EntryCard[];
  page: number;
  size: number;
  total: number;
  categories: Category[];
}

/** One page of a type's list. A page that does not exist is a 404; the first page of an empty list exists. */
export async function loadEntryList({ client, url, signal, entryType: type }: PageArgs): Promise<EntryListData> {
  const page = pageOfAddress(url.searchParams);
  if (type === null || page === null) throw failure(404);
  const row = getEntryType(type);
  const [list, categories] = await Promise.all([
    client.entries(type, 'list', { page, size: row.pageSize }, { signal }),
    row.categoryPath ? client.call('categories', {}, { signal }) : { items: [] },
  ]);
  if (page >= pageCount(list.total, list.size))
    throw failure(404, { links: [{ href: row.listPath ?? '/', label: row.plural }] });
  return { type, ...list, categories: categories.items };
}
