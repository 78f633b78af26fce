import { entryTypes, typesWithPages } from './entry-types.ts';

/** First path segments at which the server answers without asking for a page. */
export const serverSegments: readonly string[] = [
  'api',
  'assets',
  'drawings',
  'healthz',
  'media',
  'metrics',
  'readyz',
  'social-images',
  'studio',
  'violations',
];

/** First path segments that the site serves without an entry of type PAGE. */
const ownAddresses = ['search', 'book-a-free-consultation-thank-you', 'blog', 'apps', ...serverSegments];

const getFirstPart = (path: string) => path.split('/')[1] ?? '';

const reserved = new Set([
  ...ownAddresses,
  ...typesWithPages.flatMap((type) => {
    const { listPath, itemPath, categoryPath } = entryTypes[type];
    return [listPath, itemPath, categoryPath].filter((path) => path !== null).map(getFirstPart);
  }),
]);

/**
 * Returns whether a page with this slug would hide an address of the site, such as `blogs` or `api`. Pages are at
 * `/{slug}`, so the import refuses these slugs. Browsers do not need this module, because fixed routes rank first.
 */
export function isReservedPageSlug(slug: string): boolean {
  return reserved.has(slug);
}
