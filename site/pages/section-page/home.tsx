import { createLazyModule } from '../../hydration/lazy-module.ts';
import { loadCode } from '../../hydration/load-code.ts';
import type { PageArgs, PageDefinition } from '../../page.ts';
import { describeOrganization, describeWebPage, describeWebSite } from '../../parts/structured-data.ts';
import type { SiteSettings } from '../../settings.ts';
import { createSectionPage, enquiryAction, sectionParameters } from './create-section-page.ts';
import { loadFixedPage, type SectionPageData } from './load.ts';
import type { SearchResultPage } from './load-search.ts';

/** The data of Home: only search results if the address has a search text `q`, else the page of sections. */
type HomeData = { search: SearchResultPage } | (SectionPageData & { search: null });

/** The code that shows results. Most visits to Home have no search. */
const searchModule = createLazyModule(() => import('./search-results.tsx'));

async function loadHome(args: PageArgs): Promise<HomeData> {
  const search = args.url.searchParams.has('q')
    ? await (await loadCode(() => import('./load-search.ts'))).loadSearch(args)
    : null;
  return search ? { search } : { ...(await loadFixedPage(args, 'home')), search: null };
}

const sections = createSectionPage({
  loader: (args) => loadFixedPage(args, 'home'),
  action: enquiryAction,
  parameters: [...sectionParameters, 'q', 'type', 'page'],
});

/** Renders Home, or the search results if the address has a search text. */
function HomeView({ data, settings }: { data: HomeData; settings: SiteSettings }) {
  if (!data.search) return <sections.View data={data} settings={settings} />;
  const { SearchResults } = searchModule.get();
  return <SearchResults search={data.search} />;
}

/** The page at `/` and `/search`. With a search text `q` it shows the results and is not indexed. */
export const home: PageDefinition<HomeData> = {
  loader: loadHome,
  action: sections.action,
  parameters: sections.parameters,
  View: HomeView,
  head: (data, settings) => {
    if (data.search) {
      const { q } = data.search;
      return {
        title: `Search: ${q}`,
        description: `What ${settings.company.name} has on ${q}.`,
        canonical: '/',
        noindex: true,
      };
    }
    const { page, summary } = data;
    const { image, ...head } = sections.head(data, settings);
    return {
      ...head,
      title: page.isPreview ? head.title : `${head.title} · ${settings.company.name}`,
      structuredData: import.meta.env.SSR
        ? [
            describeOrganization(settings),
            describeWebSite(settings),
            describeWebPage(settings, { path: '/', title: page.title, description: summary }),
            // Without the page itself and its breadcrumbs, which begin the list of every page.
            ...(head.structuredData ?? []).slice(2),
          ]
        : undefined,
    };
  },
  cache: (data) => (data.search ? 'public' : sections.cache(data)),
  timeZone: (data) => (data.search ? null : (sections.timeZone?.(data) ?? null)),
  preloadModules: (data) => (data.search ? searchModule.load() : (sections.preloadModules?.(data) ?? null)),
};
