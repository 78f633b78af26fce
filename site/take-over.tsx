import './start-react.ts';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  matchRoutes,
  RouterContextProvider,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { browserClient } from './browser-client.ts';
import { ClientContext, siteContext } from './context.ts';
import { fetchEarly } from './fetch-early.ts';
import { extendWait, onHeldLink, replayFirstAction } from './first-action.ts';
import type { RouteHandle } from './page.ts';
import { createPageLoader } from './page-loading.ts';
import { readPageState } from './page-state.ts';
import { loadSearchDialog } from './parts/search-link.tsx';
import { createRoutes } from './routes.ts';
import { SettingsContext } from './settings.ts';
import { takeShownText } from './shown-texts.ts';

/** Brings the rendered page to life. */
export async function takeOver(): Promise<void> {
  const state = readPageState(takeShownText);
  const client = browserClient(state.settings.apiBaseUrl);
  const context = new RouterContextProvider();
  context.set(siteContext, { client, settings: state.settings });

  let target: () => string | null = () => null;
  const early = fetchEarly(context);
  const loadPage = createPageLoader({ chunks: state.chunks, build: state.build, target: () => target() });
  const routes = createRoutes((name, load) => loadPage(name, () => early.firstTry(name, load)), early.takeData);
  onHeldLink((link) => {
    if (link.dataset.held === 'search') void loadSearchDialog().catch(() => undefined);
    else early.fetchPage(new URL(link.href));
  });
  // From now on links are followed here, where the browser's own prefetching would come to nothing.
  document.querySelector('script[type=speculationrules]')?.remove();
  // The first page comes rendered: its code has to be here before React takes it over.
  for (const { route } of matchRoutes(routes, location) ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, { ...(await route.lazy()), lazy: undefined });
    await (route.handle as RouteHandle).page.preloadModules?.(new URL(location.href));
  }
  extendWait(true);

  const { loaderData, actionData, failure } = state;
  const errors = failure && { [failure.routeId]: new ErrorResponse(failure.status, '', failure.data) };
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData, actionData, errors },
    getContext: () => context,
  });
  target = () => {
    const goal = router.state.navigation.location;
    return goal ? goal.pathname + goal.search + goal.hash : null;
  };
  const root = document.getElementById('root');
  if (!root) return;
  // In slices, so that what the visitor does meanwhile does not wait.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <SettingsContext value={state.settings}>
          <ClientContext value={client}>
            <RouterProvider router={router} />
          </ClientContext>
          <HydrationMarker />
        </SettingsContext>
      </StrictMode>,
    );
  });
}

/** Tells tests and styles that the page is hydrated, and does what the visitor asked for before that. */
function HydrationMarker() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true';
    replayFirstAction();
  }, []);
  return null;
}
