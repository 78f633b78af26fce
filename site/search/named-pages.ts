import { entryTypes, getEntryPath, getEntryType, type ListedType } from '../../contract/content/entry-types.ts';
import { type ListsSetting, typesWithList } from '../../contract/content/list-settings.ts';
import type { ResolvedMenus } from '../../contract/content/menu-schemas.ts';
import type { SearchHit } from '../../contract/content/record-shapes.ts';
import { parseEntryPath } from '../../contract/content/site-paths.ts';
import type { CallOptions, Client } from '../../contract/http/client.ts';
import { loadLists } from '../load-lists.ts';

/** A page of the site whose usual name visitors search for, such as `pricing`. */
export interface NamedPage {
  href: string;
  label: string;
  description: string;
}

interface PageWithNames extends NamedPage {
  /** Names in lower case. A plural matches its singular too. */
  names: string[];
}

/** Returns the usual names of a type's list, and the company's own. */
function getListNames(lists: ListsSetting, type: ListedType): string[] {
  const { heading, singular, plural } = lists[type];
  return [...(getEntryType(type).searchNames ?? []), ...[heading, singular, plural].map(normalizeName)];
}

function createListPages(lists: ListsSetting): PageWithNames[] {
  return typesWithList.map((type) => {
    const { heading, lede } = lists[type];
    return { href: entryTypes[type].listPath, label: heading, description: lede, names: getListNames(lists, type) };
  });
}

const apiReference: PageWithNames = {
  href: '/api/docs',
  label: 'API reference',
  description: 'Every operation of the API behind this site.',
  names: ['api', 'api reference', 'api docs', 'openapi'],
};

/** Usual names of pages at fixed paths, beside the words of the path. Results show the page's title and summary. */
const pageNames: Record<string, readonly string[]> = {
  '/about-us': ['about', 'company', 'team', 'people', 'who we are'],
  '/why-us': ['why'],
  '/wse-legacy': ['legacy', 'our legacy', 'history'],
  '/contact-us': ['contact', 'email', 'e mail', 'phone', 'telephone', 'address', 'support'],
  '/book-a-free-consultation': ['consultation', 'free consultation', 'book', 'booking', 'appointment'],
  '/privacy-policy': ['privacy', 'cookies', 'data protection'],
  '/terms-of-service': ['terms', 'terms and conditions'],
};

const careersPageNames = ['careers', 'jobs', 'vacancies', 'hiring', 'work with us'];

/** Returns a text in lower case and without punctuation. */
function normalizeName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns whether one insertion, deletion, substitution or swap of adjacent letters turns one word into the other. */
function isOneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)];
  return (
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB.slice(1) ||
    (restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0] && restOfA.slice(2) === restOfB.slice(2))
  );
}

/** The minimum length of a word that is matched with a typo; in a shorter word, one typo makes another word. */
const minMistypedLength = 6;

/** Returns whether a text is one of the names: exactly, in the singular, or with one typing error. */
function matchesName(name: string, names: readonly string[]): boolean {
  return names.some((known) => {
    const singular = known.replace(/s$/, '');
    return name === known || name === singular || (name.length >= minMistypedLength && isOneEditApart(name, known));
  });
}

/** Returns the paths of entries that have a name: pages with usual names, and links of menus, with their labels. */
function findEntryPaths({ header, footer, legal }: ResolvedMenus, name: string): Map<string, string | undefined> {
  const fixed = Object.keys(pageNames).filter((to) => matchesName(name, [normalizeName(to), ...(pageNames[to] ?? [])]));
  const links = [...header, ...footer, ...legal].flatMap((item) => ('items' in item ? item.items : [item]));
  const named = links.filter(({ label }) => matchesName(name, [normalizeName(label)]));
  return new Map([
    ...fixed.map((to) => [to, undefined] as const),
    ...named.map(({ to, label }) => [to, label] as const),
  ]);
}

/** Loads what results show of the entry at a path; null if it cannot be read, as the address of a page of code. */
async function loadEntryPage(client: Client, href: string, options: CallOptions): Promise<NamedPage | null> {
  const entry = parseEntryPath(href);
  const found = entry && (await client.entries(entry.type, 'item', { slug: entry.slug }, options).catch(() => null));
  return found && { href, label: found.title, description: found.summary };
}

/**
 * Finds the pages of the site that a search text names, among them the pages of menus. The search shows them before its
 * results.
 */
export async function findNamedPages(
  client: Client,
  { q, careersUrl, menus }: { q: string; careersUrl: string; menus: ResolvedMenus },
  options: { signal?: AbortSignal } = {},
): Promise<NamedPage[]> {
  const name = normalizeName(q);
  const lists = await loadLists(client, options);
  const pages = [...createListPages(lists), apiReference];
  const found: NamedPage[] = pages
    .filter(({ names }) => matchesName(name, names))
    .map(({ href, label, description }) => ({ href, label, description }));
  for (const [path, label] of findEntryPaths(menus, name)) {
    if (pages.some(({ href }) => href === path)) continue;
    const page = await loadEntryPage(client, path, options);
    if (page) found.push(label ? { ...page, label } : page);
  }
  if (matchesName(name, careersPageNames))
    found.push({ href: careersUrl, label: 'Careers', description: 'Open positions, on our careers site.' });
  // Apps have no list: each is a result.
  if (matchesName(name, getListNames(lists, 'APP'))) {
    const { items } = await client.entries('APP', 'list', { size: lists.APP.pageSize }, options);
    for (const { slug, title, summary } of items)
      found.push({ href: getEntryPath('APP', slug), label: title, description: summary });
  }
  return found;
}

/**
 * Returns how many things a search lists: the named pages, and all results but those that are named pages. `items` is
 * the first page of the results.
 */
export function countListed(
  { total, items }: { total: number; items: SearchHit[] },
  namedPages: readonly NamedPage[],
): number {
  return total + namedPages.length - (items.length - excludeNamedPages(items, namedPages).length);
}

/** Removes from the results the pages that are shown as named pages. */
export function excludeNamedPages(items: SearchHit[], namedPages: readonly NamedPage[]): SearchHit[] {
  return items.filter(({ type, slug }) => !namedPages.some(({ href }) => href === getEntryPath(type, slug)));
}
