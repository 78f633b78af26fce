import {
  entryTypes,
  getEntryPath,
  getEntryType,
  type SelectableType,
  selectableTypes,
  type TypeWithPages,
  typesWithPages,
} from '../contract/content/entry-types.ts';
import { type TypeWithList, typesWithList } from '../contract/content/list-settings.ts';
import { fixedPaths } from '../contract/content/site-paths.ts';
import { type Client, createClient } from '../contract/http/client.ts';
import { getSiteAddress } from './browser.ts';

/** What a visitor finds at an address: its only first-level heading, and a text in its main part. */
export interface Expected {
  address: string;
  h1: string;
  text: string;
}

/** A kind of address. The kinds come from the contract, and the example of each kind from the running API. */
export interface RouteKind {
  /** In a visitor's words, for the title of a test. */
  name: string;
  status: 200 | 404;
  /** Finds an example by the API, by default that of the site under test. */
  find(client?: Client): Promise<Expected>;
}

/** Creates a client of a site's API, by default of the site under test. */
export function createApiClient(address = getSiteAddress()): Client {
  return createClient({ baseUrl: address, fetch: (...args) => fetch(...args) });
}

export const detailTypes = typesWithPages.filter((type) => type !== 'PAGE');
export const listTypes = typesWithList;

/** Returns the address of a type's list; every type of `listTypes` has a list. */
export function getListAddress(type: TypeWithPages): string {
  const { listPath } = getEntryType(type);
  if (listPath === null) throw new Error(`${type} has no list`);
  return listPath;
}

export async function getFirstEntry<T extends TypeWithPages>(type: T, client = createApiClient()) {
  const { items } = await client.entries(type, 'list', { size: 1 });
  const [card] = items;
  if (!card) throw new Error(`the site has no ${type}`);
  return client.entries(type, 'item', { slug: card.slug });
}

/** Returns a category of a type that has entries, with its first entry. */
export async function getFirstCategory(type: SelectableType, client = createApiClient()) {
  const { items } = await client.call('categories', {});
  const category = items.find((item) => item.type === type && item.count > 0);
  if (!category) throw new Error(`the site has no category of ${type}`);
  const list = await client.entries(type, 'byCategory', { categoryId: category.slug });
  return { category, address: entryTypes[type].categoryPath + category.slug, entries: list.items };
}

const nothingHere = { h1: 'There is nothing at this address', text: 'The address may be mistyped' };

function createMissingRoute(name: string, address: string, text = nothingHere.text): RouteKind {
  return { name, status: 404, find: async () => ({ address, h1: nothingHere.h1, text }) };
}

// The fixed pages that no entry of the same slug names.
const textsInCode: Partial<Record<(typeof fixedPaths)[number], Omit<Expected, 'address'>>> = {
  '/thank-you': { h1: 'Thank you for your interest', text: 'A person reads and answers every message' },
  '/book-a-free-consultation-thank-you': {
    h1: 'Thank you for your interest',
    text: 'A person reads and answers every message',
  },
  '/api/docs': { h1: 'API reference', text: '/api/blog/blogdetails/{slug}' },
};

async function findFixedPage(address: (typeof fixedPaths)[number], client = createApiClient()): Promise<Expected> {
  const known = textsInCode[address];
  if (known) return { address, ...known };
  const slug = address === '/' || address === '/search' ? 'home' : address.slice(1);
  const { title, fields, summary } = await client.entries('PAGE', 'item', { slug });
  const [first] = fields.sections ?? [];
  if (first?.kind === 'hero') return { address, h1: first.heading, text: first.lede ?? '' };
  return { address, h1: fields.heading ?? title, text: fields.lede ?? summary };
}

async function findListPage(type: TypeWithList, page: number, client = createApiClient()): Promise<Expected> {
  const { heading, pageSize } = (await client.call('settings', {})).lists[type];
  const { items } = await client.entries(type, 'list', { page, size: pageSize });
  const base = getListAddress(type);
  const found = { text: items[0]?.title ?? 'an entry' };
  return page === 0
    ? { address: base, h1: heading, ...found }
    : { address: `${base}?page=${page + 1}`, h1: `${heading}, page ${page + 1}`, ...found };
}

const getLabel = (type: TypeWithPages) => getEntryType(type).label.toLowerCase();
const unknown = 'no-such-thing';

/** Every kind of address at which the site has a page. */
export const foundRoutes: RouteKind[] = [
  ...fixedPaths.map((path): RouteKind => ({ name: path, status: 200, find: (client) => findFixedPage(path, client) })),
  ...listTypes.map(
    (type): RouteKind => ({
      name: `the list ${getListAddress(type)}`,
      status: 200,
      find: (client) => findListPage(type, 0, client),
    }),
  ),
  { name: 'the second page of the blogs', status: 200, find: (client) => findListPage('BLOG', 1, client) },
  ...selectableTypes.map(
    (type): RouteKind => ({
      name: `a category of ${entryTypes[type].listPath}`,
      status: 200,
      find: async (client) => {
        const { category, address, entries } = await getFirstCategory(type, client);
        return { address, h1: category.name, text: entries[0]?.title ?? 'an entry' };
      },
    }),
  ),
  ...detailTypes.map(
    (type): RouteKind => ({
      name: `one entry: ${getLabel(type)}`,
      status: 200,
      find: async (client) => {
        const { slug, title, summary } = await getFirstEntry(type, client);
        return { address: getEntryPath(type, slug), h1: title, text: summary };
      },
    }),
  ),
  {
    name: 'search with results',
    status: 200,
    find: async (client = createApiClient()) => {
      const { title } = await getFirstEntry('BLOG', client);
      const q = title.split(' ').slice(0, 4).join(' ');
      const { total } = await client.call('search', { q });
      return {
        address: `/search?${new URLSearchParams({ q })}`,
        h1: `${total} ${total === 1 ? 'result' : 'results'} for “${q}”`,
        text: title,
      };
    },
  },
  {
    name: 'search without results',
    status: 200,
    find: async () => ({
      address: '/search?q=zzqxjv',
      h1: 'Nothing found for “zzqxjv”',
      text: 'Try fewer or other words',
    }),
  },
];

/** Every kind of address at which there is nothing. */
export const missingRoutes: RouteKind[] = [
  createMissingRoute('an address nobody made', `/${unknown}`),
  createMissingRoute('/apps', '/apps'),
  ...detailTypes.map((type) => createMissingRoute(`an unknown ${getLabel(type)}`, getEntryPath(type, unknown))),
  ...selectableTypes.map((type) =>
    createMissingRoute(`an unknown category of ${entryTypes[type].listPath}`, entryTypes[type].categoryPath + unknown),
  ),
  ...listTypes.map((type) =>
    createMissingRoute(`a page beyond the end of ${getListAddress(type)}`, `${getListAddress(type)}?page=9999`),
  ),
  createMissingRoute('a team position nobody has', `/about-us?position=${unknown}`),
];

/** One address for each way in which the site finds nothing: no such route, entry, category, page or position. */
export const missingScreens = missingRoutes.filter(
  ({ name }, index) =>
    index < 2 || /unknown (?:blog$|category of \/blogs)|beyond the end of \/blogs|position/.test(name),
);
