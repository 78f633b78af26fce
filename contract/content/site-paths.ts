import { entryTypes, getEntryPath, getEntryType, type TypeWithPages, typesWithPages } from './entry-types.ts';

/** The page at each fixed address (specification, section 2), by its name in `site/pages/section-page/route.ts`. */
export const fixedPages = {
  '/': 'home',
  '/search': 'home',
  '/about-us': 'fixed',
  '/why-us': 'fixed',
  '/wse-legacy': 'fixed',
  '/contact-us': 'contact',
  '/book-a-free-consultation': 'consultation',
  '/thank-you': 'thank-you',
  '/book-a-free-consultation-thank-you': 'thank-you',
  '/api/docs': 'api-reference',
} as const;

/** Fixed addresses of the specification; the policies are entries of type PAGE. */
export const fixedPaths: readonly string[] = [...Object.keys(fixedPages), '/privacy-policy', '/terms-of-service'];

/** The redirects that are part of the program: from an address to the path of a page. The query string is kept. */
export const builtInRedirects: Readonly<Record<string, string>> = { '/blog': '/blogs', '/home': '/' };

/** Anchors of sections that the site itself adds to the page of an entry, by its path. A text may link to them. */
export const siteAnchors: Readonly<Record<string, readonly string[]>> = { '/privacy-policy': ['stored'] };

/** The files of a feed, which stand at the root and below the list of each type whose setting has a feed. */
export const feedNames = ['feed.xml', 'feed.atom', 'feed.json'] as const;

/** Returns the path of the list that a feed is of, '' for the feed of the site; null for another path. */
export function parseFeedPath(path: string): string | null {
  const pathname = getPathname(path);
  const folders = ['', ...typesWithPages.flatMap((type) => entryTypes[type].listPath ?? [])];
  return folders.find((folder) => feedNames.some((name) => `${folder}/${name}` === pathname)) ?? null;
}

export const isFeedPath = (path: string) => parseFeedPath(path) !== null;

/** Pages that always have a form, posted to the page's own address; `:slug` is any slug. */
export const formPaths = [
  '/',
  '/contact-us',
  '/book-a-free-consultation',
  ...typesWithPages.filter((type) => getEntryType(type).enquiry).map((type) => `${entryTypes[type].itemPath}:slug`),
];

/** Names that exist, such as `TYPE/slug`: a set, or the keys of a map. */
type Names = Pick<ReadonlySet<string>, 'has'>;

// Longer prefixes first: every path begins with the prefix of pages.
const byPrefix = [...typesWithPages].sort((a, b) => entryTypes[b].itemPath.length - entryTypes[a].itemPath.length);

/** Returns a path without its query and fragment. */
export const getPathname = (path: string) => path.split(/[?#]/, 1)[0] ?? '';

/** Returns the type and slug that an address of an entry has, whether the entry exists or not; null for other paths. */
export function parseEntryPath(path: string): { type: TypeWithPages; slug: string } | null {
  const pathname = getPathname(path);
  for (const type of byPrefix) {
    const slug = pathname === '/' ? 'home' : pathname.slice(entryTypes[type].itemPath.length);
    if (slug && getEntryPath(type, slug) === pathname) return { type, slug };
  }
  return null;
}

/** Returns the type and slug that an address of a category has, whether it exists or not; null for other paths. */
export function parseCategoryPath(path: string): { type: TypeWithPages; slug: string } | null {
  const pathname = getPathname(path);
  for (const type of typesWithPages) {
    const { categoryPath } = getEntryType(type);
    if (categoryPath && pathname.startsWith(categoryPath)) return { type, slug: pathname.slice(categoryPath.length) };
  }
  return null;
}

/**
 * Returns whether the site has a page at a path, given the existing entries (`TYPE/slug`) and categories (`TYPE/slug`).
 */
export function isSitePath(path: string, entries: Names, categories: Names): boolean {
  const pathname = getPathname(path);
  if (fixedPaths.includes(pathname) || typesWithPages.some((type) => entryTypes[type].listPath === pathname))
    return true;
  if (isFeedPath(pathname)) return true;
  const category = parseCategoryPath(pathname);
  if (category) return categories.has(`${category.type}/${category.slug}`);
  const entry = parseEntryPath(pathname);
  return entry !== null && entries.has(`${entry.type}/${entry.slug}`);
}

/** Returns whether an address of a redirect stands for all addresses below a path, such as `/old-blog/*`. */
export const isPrefixPath = (path: string) => path.endsWith('/*');

/** Returns whether the site has pages directly below a path with an asterisk, such as `/blog/*`. */
export const isPagePrefix = (path: string) =>
  isPrefixPath(path) &&
  typesWithPages.some((type) => {
    const { itemPath, categoryPath } = getEntryType(type);
    return [itemPath, categoryPath].includes(path.slice(0, -1));
  });
