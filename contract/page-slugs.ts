import { entryTypeNames, entryTypes } from './entry-types.ts';

/** First parts of the addresses that the site answers itself, without an entry of the type PAGE. */
const ownAddresses = [
  'search',
  'thank-you',
  'book-a-free-consultation-thank-you',
  'blog',
  'apps',
  'api',
  'assets',
  'drawings',
  'healthz',
  'media',
  'metrics',
  'readyz',
  'social-images',
  'violations',
];

const firstPart = (path: string) => path.split('/')[1] ?? '';

const reserved = new Set([
  ...ownAddresses,
  ...entryTypeNames.flatMap((type) => {
    const { listPath, itemPath, categoryPath } = entryTypes[type];
    return [listPath, itemPath, categoryPath].filter((path) => path !== null).map(firstPart);
  }),
]);

/**
 * Whether a page with this slug would take an address of the site itself, such as `blogs` or `api`. Pages live at
 * `/{slug}`, so these slugs are refused at import. Not needed in
 * browsers, where the fixed routes rank first.
 */
export function isReservedPageSlug(slug: string): boolean {
  return reserved.has(slug);
}
