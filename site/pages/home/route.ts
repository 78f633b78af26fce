import type { PageDefinition } from '../../page.ts';
import { describeOrganization, describeWebPage, describeWebSite } from '../../parts/structured-data.ts';
import { type HomeData, loadHome } from './load.ts';
import { HomeView } from './view.tsx';

/** The page at `/` and `/search`. With a search text `q` it shows the results and is not indexed. */
export const page: PageDefinition<HomeData> = {
  loader: loadHome,
  // Only for forms sent without JavaScript. In the browser, enquiry-form.tsx calls the API itself.
  action: import.meta.env.SSR
    ? async (args) => (await import('../../forms/handle-enquiry-post.ts')).handleEnquiryPost(args)
    : undefined,
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
    const { home } = data;
    return {
      title: home.preview ? home.title : `${home.title} · ${settings.company.name}`,
      description: home.summary,
      canonical: '/',
      noindex: home.preview,
      structuredData: import.meta.env.SSR
        ? [
            describeOrganization(settings),
            describeWebSite(settings),
            describeWebPage(settings, { path: '/', title: home.title, description: home.summary }),
          ]
        : undefined,
    };
  },
  cache: (data) => (!data.search && data.home.preview ? 'never' : 'public'),
  parameters: ['q', 'type', 'page', 'persona', 'interest', 'pathName', 'admin'],
};
