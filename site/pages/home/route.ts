import { definePage } from '../../page.ts';
import { organization, webPage, webSite } from '../../parts/structured-data.ts';
import { type HomeData, loadHome } from './load.ts';
import { HomeView } from './view.tsx';

/** `/` and `/search` are one screen; with `q` it shows results first and stays out of search engines. */
export const page = definePage<HomeData>({
  loader: loadHome,
  // Browsers send the form themselves, in enquiry-form.tsx, and their build leaves this out.
  action: import.meta.env.SSR
    ? async (args) => (await import('../../forms/take-enquiry.ts')).takeEnquiry(args)
    : undefined,
  View: HomeView,
  head: (data, settings) => {
    if (data.search) {
      const { q } = data.search;
      return {
        title: `Search: ${q}`,
        description: `What ${settings.siteName} has on ${q}.`,
        canonical: '/',
        noindex: true,
      };
    }
    const { home } = data;
    return {
      title: home.preview ? home.title : `${home.title} · ${settings.siteName}`,
      description: home.summary,
      canonical: '/',
      noindex: home.preview,
      structuredData: import.meta.env.SSR
        ? [
            organization(settings),
            webSite(settings),
            webPage(settings, { path: '/', title: home.title, description: home.summary }),
          ]
        : undefined,
    };
  },
  cache: (data) => (!data.search && data.home.preview ? 'never' : 'public'),
  parameters: ['q', 'type', 'page', 'persona', 'interest', 'pathName', 'admin'],
});
