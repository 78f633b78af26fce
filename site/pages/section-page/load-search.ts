import { type SelectableType, selectableTypes } from '../../../contract/content/entry-types.ts';
import type { Category, SearchHit } from '../../../contract/content/record-shapes.ts';
import { createFailure } from '../../failures.ts';
import type { PageArgs } from '../../page.ts';
import { countPages, readPageIndex } from '../../parts/page-numbers.ts';
import { cleanSearchText } from '../../parts/search-text.ts';
import { countListed, excludeNamedPages, findNamedPages, type NamedPage } from '../../search/named-pages.ts';

/** What the page links to if nothing was found. */
export interface SearchSuggestions {
  categories: Category[];
  services: { slug: string; title: string }[];
}

export interface SearchResultPage {
  q: string;
  /** The corrected search text that was used instead, null if no word was corrected. */
  corrected: string | null;
  type: SelectableType | null;
  /** Pages of the site that the search text names; only on the first page of results. */
  namedPages: NamedPage[];
  items: SearchHit[];
  page: number;
  size: number;
  total: number;
  /** Number of the results and named pages of all pages together. */
  count: number;
  /** Null if something was found. */
  suggestions: SearchSuggestions | null;
}

const pageSize = 10;

async function loadSuggestions({ client, signal }: PageArgs): Promise<SearchSuggestions> {
  const [categories, services] = await Promise.all([
    client.call('categories', {}, { signal }),
    client.entries('SERVICE', 'list', { size: 24 }, { signal }),
  ]);
  return { categories: categories.items, services: services.items.map(({ slug, title }) => ({ slug, title })) };
}

async function loadNamedPages({ client, settings, signal }: PageArgs, q: string): Promise<NamedPage[]> {
  const { menus } = await client.call('settings', {}, { signal });
  return findNamedPages(client, { q, careersUrl: settings.careersUrl, menus }, { signal });
}

/** Loads the results for the parameter `q` of the address; returns null if `q` is empty. */
export async function loadSearch(args: PageArgs): Promise<SearchResultPage | null> {
  const { client, url, signal } = args;
  const q = cleanSearchText(url.searchParams.get('q') ?? '');
  if (!q) return null;
  const wantedType = url.searchParams.get('type');
  const type = selectableTypes.find((name) => name === wantedType) ?? null;
  const page = readPageIndex(url.searchParams);
  if (page === null) throw createFailure(404);
  const loadPage = (index: number) =>
    client.call('search', { q, type: type ?? undefined, page: index, size: pageSize }, { signal });
  const [found, named] = await Promise.all([loadPage(page), type ? [] : loadNamedPages(args, q)]);
  if (page >= countPages(found.total, found.size)) throw createFailure(404);
  const first = page === 0 || named.length === 0 ? found : await loadPage(0);
  const count = countListed(first, named);
  const namedPages = page === 0 ? named : [];
  return {
    ...found,
    q,
    type,
    namedPages,
    items: excludeNamedPages(found.items, namedPages),
    count,
    suggestions: count === 0 ? await loadSuggestions(args) : null,
  };
}
