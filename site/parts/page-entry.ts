import type { EntryDetail } from '../../contract/content/entry-shapes.ts';
import type { PageHead } from '../page.ts';
import type { SiteSettings } from '../settings.ts';
import type { Breadcrumb } from './breadcrumbs.tsx';
import { describeBreadcrumbs, describeWebPage } from './structured-data.ts';

/** Returns the `admin` parameter of an address, which the API gets unchanged (specification, section 2). */
export function getAdminParameter(url: URL): string | undefined {
  return url.searchParams.get('admin') ?? undefined;
}

/** Returns the head of a page that shows an entry of type PAGE; `path` is its canonical address. */
export function createPageEntryHead(
  entry: Pick<EntryDetail<'PAGE'>, 'slug' | 'title' | 'summary' | 'preview'>,
  path: string,
  settings: SiteSettings,
): PageHead {
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

/** Returns the breadcrumbs of a page whose text is an entry. */
export function getPageEntryBreadcrumbs({ slug, title }: Pick<EntryDetail<'PAGE'>, 'slug' | 'title'>): Breadcrumb[] {
  return [
    { href: '/', label: 'Home' },
    { href: `/${slug}`, label: title },
  ];
}
