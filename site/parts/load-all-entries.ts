import type { CallOptions, Client } from '../../contract/client.ts';
import type { EntryCard } from '../../contract/entry-shapes.ts';
import type { EntryType } from '../../contract/entry-types.ts';
import { countPages } from './page-numbers.ts';

/** Loads all enabled entries of a type, in the order of its list. A page of the list has at most 100 entries. */
export async function loadAllEntries<T extends EntryType>(
  client: Client,
  type: T,
  options?: CallOptions,
): Promise<EntryCard<T>[]> {
  const load = (page: number) => client.entries(type, 'list', { page, size: 100 }, options);
  const first = await load(0);
  const numbers = Array.from({ length: countPages(first.total, first.size) - 1 }, (_, index) => index + 1);
  const others = await Promise.all(numbers.map(load));
  return [first, ...others].flatMap(({ items }) => items);
}
