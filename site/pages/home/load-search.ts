import { type SelectableType, selectableTypes } from '../../../contract/entry-types.ts';
import type { Category, SearchHit } from '../../../contract/record-shapes.ts';
import { failure } from '../../failures.ts';
import type { PageArgs } from '../../page.ts';
import { pageCount, pageOfAddress } from '../../parts/page-numbers.ts';
import { cleanSearchText } from '../../parts/search-text.ts';
import { loadSections, type Section, withoutSections } from '../../search/sections.ts';

/** Where to look when nothing was found. */
export interface OtherPlaces {
  categories: Category[];
  services: { slug: string; title: string }[];
}

export interface SearchResult {
  q: string;
  /** What was searched instead, where a word was not known. */
  corrected: string | null;
  type: SelectableType | null;
  /** Pages of the site that the text names, on the first page of results. */
  sections: Section[];
  items: SearchHit[];
  page: number;
  size: number;
  total: number;
  /** Null where something was found. */
  others: OtherPlaces | null;
}

const resultsOnPage = 10;

async function loadOthers({ client, signal }: PageArgs): Promise<OtherPlaces> {
  const [categories, services] = await Promise.all([
    client.call('categories', {}, { signal }),
    client.entries('SERVICE', 'list', { size: 24 }, { signal }),
  ]);
  return { categories: categories.items, services: services.items.map(({ slug, title }) => ({ slug, title })) };
}

/** What the address asks for with `q`; null where it asks for nothing. */
export async function loadSearch(args: PageArgs): Promise<SearchResult | null> {
  const { client, settings, url, signal } = args;
  const q = cleanSearchText(url.searchParams.get('q') ?? '');
  if (!q) return null;
  const asked = url.searchParams.get('type');
  const type = selectableTypes.find((name) => name === asked) ?? null;
  const page = pageOfAddress(url.searchParams);
  if (page === null) throw failure(404);
  const [found, sections] = await Promise.all([
    client.call('search', { q, type: type ?? undefined, page, size: resultsOnPage }, { signal }),
    page === 0 && !type ? loadSections(client, { q, careersUrl: settings.careersUrl }, { signal }) : [],
  ]);
  if (page >= pageCount(found.total, found.size)) throw failure(404);
  const isNothing = found.total === 0 && sections.length === 0;
  return {
    ...found,
    q,
    type,
    sections,
    items: withoutSections(found.items, sections),
    others: isNothing ? await loadOthers(args) : null,
  };
}
