import type { EntryCard } from '../../contract/content/entry-shapes.ts';
import type { TypeWithPages } from '../../contract/content/entry-types.ts';
import type { CallOptions, Client } from '../../contract/http/client.ts';

/** Loads all enabled entries of a type, in the order of its list. A page of the list has at most 100 entries. */
export async function loadAllEntries<T extends TypeWithPages>(
  client: Client,
  type: T,
  options?: CallOptions,
): Promise<EntryCard<T>[]> {
  const all: EntryCard<T>[] = [];
  for (let page = 0; ; page++) {
    const { items, total } = await client.entries(type, 'list', { page, size: 100 }, options);
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}
