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
  head: ({ home, search }, settings) =>
    search
      ? {
          title: `Search: ${search.q}`,
          description: `What ${settings.siteName} has on ${search.q}.`,
          canonical: '/',
          noindex: true,
        }
      : {
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
        },
  cache: ({ home }) => (home.preview ? 'never' : 'public'),
  parameters: ['q', 'type', 'page', 'persona', 'interest', 'pathName', 'admin'],
});
