import type { EntryCard } from '../../../contract/content/entry-shapes.ts';
import type { ListedType } from '../../../contract/content/entry-types.ts';
import type { SectionOf } from '../../../contract/content/section-schemas.ts';
import { parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { SectionArgs } from '../section.ts';

export type EntryListOptions = SectionOf<'entries'>['lists'][number];

/** Loads the entries that come first. One that is gone is left out. */
async function loadPinned({ type, pinned = [] }: EntryListOptions, { loadList }: SectionArgs): Promise<EntryCard[]> {
  if (pinned.length === 0) return [];
  const cards: EntryCard[] = await loadList(type);
  return pinned.flatMap((path) => cards.filter((card) => card.slug === parseEntryPath(path)?.slug));
}

async function loadNewest(type: ListedType, options: EntryListOptions, { client, signal }: SectionArgs) {
  const { category, count, pinned = [] } = options;
  const size = count + pinned.length;
  const { items } =
    category && (type === 'BLOG' || type === 'TRIVIA' || type === 'INFOGRAPHIC')
      ? await client.entries(type, 'byCategory', { categoryId: category, size }, { signal })
      : await client.entries(type, 'list', { size }, { signal });
  return items as EntryCard[];
}

async function loadList(options: EntryListOptions, args: SectionArgs): Promise<EntryCard[]> {
  const [pinned, newest] = await Promise.all([loadPinned(options, args), loadNewest(options.type, options, args)]);
  const others = newest.filter(({ id }) => !pinned.some((card) => card.id === id));
  return [...pinned, ...others].slice(0, options.count);
}

/** Loads the entries of each list. A list that cannot be loaded, such as one of a removed category, is empty. */
export function loadEntryLists(args: SectionArgs, { lists }: SectionOf<'entries'>): Promise<EntryCard[][]> {
  return Promise.all(lists.map((list) => loadList(list, args).catch(() => [])));
}
