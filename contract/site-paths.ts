import { entryPath, entryType, entryTypeNames, entryTypes } from './entry-types.ts';

/** Pages at fixed addresses that are not lists or entries of their own (specification, section 2). */
export const fixedPaths = [
  '/',
  '/search',
  '/about-us',
  '/why-us',
  '/wse-legacy',
  '/contact-us',
  '/book-a-free-consultation',
  '/privacy-policy',
  '/terms-of-service',
  '/thank-you',
  '/book-a-free-consultation-thank-you',
  '/api/docs',
] as const;

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
  if (fixedPaths.some((fixed) => fixed === pathname)) return true;
  return entryTypeNames.some((type) => {
    const { listPath, itemPath, categoryPath } = entryTypes[type];
    if (pathname === listPath) return true;
    if (categoryPath && pathname.startsWith(categoryPath))
      return categories.has(`${type}/${pathname.slice(categoryPath.length)}`);
    const slug = pathname.slice(itemPath.length);
    return pathname.startsWith(itemPath) && entries.has(`${type}/${slug}`) && entryPath(type, slug) === pathname;
  });
}
