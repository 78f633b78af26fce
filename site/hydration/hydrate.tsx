import './evaluate-react.ts';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { SiteClientContext, SiteRouterContext, siteContext } from '../context.ts';
import type { RouteHandle } from '../page.ts';
import { loadSearchDialog } from '../parts/search-link.tsx';
import { createRouteError } from '../route-error.ts';
import { createSiteRoutes } from '../routes.ts';
import { SiteSettingsContext } from '../settings.ts';
import { createSiteBrowserClient } from './browser-client.ts';
import { holdUntilHydrated, replayHeldEvent, setHeldLinkListener } from './event-replay.ts';
import { createPageLoader } from './page-loader.ts';
import { readPageState } from './page-state.ts';
import { createPrefetcher } from './prefetch.ts';

/** Hydrates the page that the server rendered. From then on the router handles navigation. */
export async function hydratePage(): Promise<void> {
  const state = readPageState();
  const client = createSiteBrowserClient(state.settings.apiBaseUrl);
  const context = new RouterContextProvider();
  context.set(siteContext, { client, settings: state.settings });

  let getTarget: () => string | null = () => null;
  const prefetcher = createPrefetcher(context);
  const loadPage = createPageLoader({ chunks: state.chunks, build: state.build, getTarget: () => getTarget() });
  const routes = createSiteRoutes(
    (name, load) => loadPage(name, () => prefetcher.loadPage(name, load)),
    prefetcher.takeData,
  );
  setHeldLinkListener((link) => {
    if (link.dataset.held === 'search') void loadSearchDialog().catch(() => undefined);
    else prefetcher.prefetch(new URL(link.href));
  });
  // The router loads no documents, so the browser need not prefetch them any more.
  document.querySelector('script[type=speculationrules]')?.remove();
  // Hydration is synchronous, so the code of the first page has to be loaded before it.
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, { ...(await route.lazy()), lazy: undefined });
    const data = Object.values(state.loaderData).at(-1);
    if (data) await (route.handle as RouteHandle).page.preloadModules?.(data);
  }
  holdUntilHydrated();

  const { loaderData, actionData, failure } = state;
  const errors = failure && { [failure.routeId]: createRouteError(failure.status, failure.data) };
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData, actionData, errors },
    getContext: () => context,
  });
  getTarget = () => {
    const target = router.state.navigation.location;
    return target ? target.pathname + target.search + target.hash : null;
  };
  const root = document.getElementById('root');
  if (!root) return;
  // A transition hydrates in slices, so that the browser can handle input between them.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <SiteSettingsContext value={state.settings}>
          <SiteClientContext value={client}>
            <SiteRouterContext value={router}>
              <RouterProvider router={router} />
            </SiteRouterContext>
          </SiteClientContext>
          <HydrationMarker />
        </SiteSettingsContext>
      </StrictMode>,
    );
  });
}

/** Marks the document as hydrated, for tests and styles, and replays the event that was held before. */
function HydrationMarker() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true';
    replayHeldEvent();
  }, []);
  return null;
}
