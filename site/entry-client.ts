import './styles/index.css';
import type {} from './analytics/web-vitals.ts';
import { hydrateOnInteraction } from './hydration/hydrate-on-interaction.ts';
import { runWhenLoadedAndIdle } from './hydration/when-idle.ts';

// A rendered page works without any script: its links lead on and its forms are sent. Visitors who never interact
// download nothing more than this entry.

/** The server describes the page in the attributes of this script's element, see `html/document.ts`. */
const {
  modules = '',
  page = '',
  view,
  zone,
} = document.querySelector<HTMLElement>('script[data-modules]')?.dataset ?? {};

hydrateOnInteraction({ modules: modules.split(' ').filter(Boolean), page, timeZone: zone });

runWhenLoadedAndIdle(() => {
  // A failed view count must not disturb the visitor, so errors are ignored.
  if (view) import('./analytics/first-view.ts').then((code) => code.recordFirstView()).catch(() => undefined);
  const { webVitalsHandler } = window;
  if (webVitalsHandler)
    import('./analytics/web-vitals.ts').then((code) => code.reportWebVitals(webVitalsHandler)).catch(() => undefined);
  // The manifest is needed only to install the site, so it must not delay what the page shows.
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/site.webmanifest' }));
});
