import type { CachePolicy } from '../../contract/cache-policies.ts';
import type { EntryDetail } from '../../contract/entry-shapes.ts';
import type { PageArgs, PageHead } from '../page.ts';
import type { SiteSettings } from '../settings.ts';
import type { Crumb } from './breadcrumbs.tsx';
import { breadcrumbList, webPage } from './structured-data.ts';

/** The address' `admin` parameter, which goes with the request of the page's entry as it is (specification, section 2). */
export function adminOf(url: URL): string | undefined {
  return url.searchParams.get('admin') ?? undefined;
}

/** The text of a single page, an entry of the type PAGE. */
export function loadPageEntry({ client, url, signal }: PageArgs, slug: string): Promise<EntryDetail<'PAGE'>> {
  return client.entries('PAGE', 'item', { slug, admin: adminOf(url) }, { signal });
}

/** Head of a single page; `path` is its canonical address, which no slug changes. */
export function headOfPageEntry(entry: EntryDetail<'PAGE'>, path: string, settings: SiteSettings): PageHead {
  return {
    title: entry.title,
    description: entry.summary,
    canonical: path,
    noindex: entry.preview,
    image: `/social-images/PAGE/${entry.slug}.png`,
    structuredData: import.meta.env.SSR
      ? [
          webPage(settings, { path, title: entry.title, description: entry.summary }),
          breadcrumbList(settings, trailOfPage(entry)),
        ]
      : undefined,
  };
}

/** A preview is nobody else's answer. */
export function cacheOfPageEntry(entry: { preview: boolean }): CachePolicy {
  return entry.preview ? 'never' : 'public';
}

/** The way to a single page. */
export function trailOfPage({ slug, title }: Pick<EntryDetail<'PAGE'>, 'slug' | 'title'>): Crumb[] {
  return [
    { href: '/', label: 'Home' },
    { href: `/${slug}`, label: title },
  ];
}
