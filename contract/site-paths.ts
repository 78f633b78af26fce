import { entryTypeNames, entryTypes, getEntryPath, getEntryType } from './entry-types.ts';

/** The page at each fixed address (specification, section 2), by its name in `site/routes.ts`. */
export const fixedPages = {
  '/': 'home',
  '/search': 'home',
  '/about-us': 'about',
  '/why-us': 'why-us',
  '/wse-legacy': 'legacy',
  '/contact-us': 'contact',
  '/book-a-free-consultation': 'consultation',
  '/thank-you': 'thank-you',
  '/book-a-free-consultation-thank-you': 'thank-you',
  '/api/docs': 'api-reference',
} as const;

/** Fixed addresses of the specification; the policies are entries of type PAGE. */
export const fixedPaths: readonly string[] = [...Object.keys(fixedPages), '/privacy-policy', '/terms-of-service'];

/** Anchors of sections that the site itself adds to the page of an entry, by its path. A text may link to them. */
export const siteAnchors: Readonly<Record<string, readonly string[]>> = { '/privacy-policy': ['stored'] };

/** Pages with a form that is posted to the page's own address; `:slug` is any slug. */
export const formPaths = [
  '/',
  '/contact-us',
  '/book-a-free-consultation',
  ...entryTypeNames.filter((type) => getEntryType(type).enquiry).map((type) => `${entryTypes[type].itemPath}:slug`),
];

/**
 * Returns whether the site has a page at a path, given the existing entries (`TYPE/slug`) and categories (`TYPE/slug`).
 */
export function isSitePath(path: string, entries: ReadonlySet<string>, categories: ReadonlySet<string>): boolean {
  const [pathname = ''] = path.split(/[?#]/, 1);
  if (fixedPaths.includes(pathname)) return true;
  return entryTypeNames.some((type) => {
    const { listPath, itemPath, categoryPath } = entryTypes[type];
    if (pathname === listPath) return true;
    if (categoryPath && pathname.startsWith(categoryPath))
      return categories.has(`${type}/${pathname.slice(categoryPath.length)}`);
    const slug = pathname.slice(itemPath.length);
    return pathname.startsWith(itemPath) && entries.has(`${type}/${slug}`) && getEntryPath(type, slug) === pathname;
  });
}
