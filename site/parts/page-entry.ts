import type { EntryDetail } from '../../contract/content/entry-shapes.ts';
import type { CachePolicy } from '../../contract/http/cache-policies.ts';
import type { PageArgs, PageHead } from '../page.ts';
import type { SiteSettings } from '../settings.ts';
import type { Breadcrumb } from './breadcrumbs.tsx';
import { lowerHeadings } from './lower-headings.ts';
import { describeBreadcrumbs, describeWebPage } from './structured-data.ts';

/** Returns the `admin` parameter of an address, which the API gets unchanged (specification, section 2). */
export function getAdminParameter(url: URL): string | undefined {
  return url.searchParams.get('admin') ?? undefined;
}

/**
 * Loads the entry of type PAGE that holds the text of a page. Its headings begin at level 3, for a section of the page,
 * or at level 2, for a text that is the page.
 */
export async function loadPageEntry(
  { client, url, signal }: PageArgs,
  slug: string,
  headingLevel: 2 | 3 = 3,
): Promise<EntryDetail<'PAGE'>> {
  const entry = await client.entries('PAGE', 'item', { slug, admin: getAdminParameter(url) }, { signal });
  return headingLevel === 2 ? entry : lowerHeadings(entry);
}

/** Returns the head of a page that shows an entry of type PAGE; `path` is its canonical address. */
export function createPageEntryHead(entry: EntryDetail<'PAGE'>, path: string, settings: SiteSettings): PageHead {
  return {
    title: entry.title,
    description: entry.summary,
    canonical: path,
    noindex: entry.preview,
    image: `/social-images/PAGE/${entry.slug}.png`,
    structuredData: import.meta.env.SSR
      ? [
          describeWebPage(settings, { path, title: entry.title, description: entry.summary }),
          describeBreadcrumbs(settings, getPageEntryBreadcrumbs(entry)),
        ]
      : undefined,
  };
}

/** Returns the cache policy of a page whose text is an entry. A preview must not be cached. */
export function getPageEntryCachePolicy(entry: { preview: boolean }): CachePolicy {
  return entry.preview ? 'never' : 'public';
}

/** Returns the breadcrumbs of a page whose text is an entry. */
export function getPageEntryBreadcrumbs({ slug, title }: Pick<EntryDetail<'PAGE'>, 'slug' | 'title'>): Breadcrumb[] {
  return [
    { href: '/', label: 'Home' },
    { href: `/${slug}`, label: title },
  ];
}
