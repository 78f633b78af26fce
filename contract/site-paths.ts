import { entryPath, entryType, entryTypeNames, entryTypes } from './entry-types.ts';

/** The page that answers at each fixed address (specification, section 2), as `site/routes.ts` names it. */
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

/** Pages whose form is posted to their own address, as patterns in which `:slug` is any slug. */
export const formPaths = [
  '/',
  '/contact-us',
  '/book-a-free-consultation',
  ...entryTypeNames.filter((type) => entryType(type).enquiry).map((type) => `${entryTypes[type].itemPath}:slug`),
];

/** Whether the site has a page at a path, given the entries (`TYPE/slug`) and categories (`TYPE/slug`) there are. */
export function isSitePath(path: string, entries: ReadonlySet<string>, categories: ReadonlySet<string>): boolean {
  const [pathname = ''] = path.split(/[?#]/, 1);
  if (fixedPaths.includes(pathname)) return true;
  return entryTypeNames.some((type) => {
    const { listPath, itemPath, categoryPath } = entryTypes[type];
    if (pathname === listPath) return true;
    if (categoryPath && pathname.startsWith(categoryPath))
      return categories.has(`${type}/${pathname.slice(categoryPath.length)}`);
    const slug = pathname.slice(itemPath.length);
    return pathname.startsWith(itemPath) && entries.has(`${type}/${slug}`) && entryPath(type, slug) === pathname;
  });
}
