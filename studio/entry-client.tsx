import './styles/index.css';
import { type ReactNode, StrictMode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createRouteError } from '../site/route-error.ts';
import { createStudioBrowserClients } from './client.ts';
import { type ShellData, StudioClientContext, StudioSettingsContext, shellId, studioContext } from './context.ts';
import { createStudioRoutes } from './routes.tsx';
import { rememberTypedTexts, replayActions } from './saving/before-hydration.ts';
import type { StudioState } from './state.ts';

const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as StudioState;
const getClient = createStudioBrowserClients();

/** Returns the id of the user whom a page was made for; null outside the shell. */
const findPageUserId = (loaderData: Record<string, unknown>) =>
  (loaderData[shellId] as ShellData | undefined)?.user.id ?? null;
/** The id of the user whom the shown page was made for. It changes only together with the page. */
let pageUserId = findPageUserId(state.loaderData);

function createNavigationContext(): RouterContextProvider {
  const context = new RouterContextProvider();
  const { settings } = state;
  context.set(studioContext, { client: getClient(null), actionClient: getClient(pageUserId), settings });
  return context;
}

const errors =
  state.errors &&
  Object.fromEntries(
    Object.entries(state.errors).map(([id, { status, data }]) => [id, createRouteError(status, data)]),
  );
const routes = createStudioRoutes();
// Hydration is synchronous, so the code of the first screen has to be loaded before it.
for (const { route } of matchRoutes(routes, location) ?? []) {
  if (typeof route.lazy === 'function') Object.assign(route, { ...(await route.lazy()), lazy: undefined });
}
const router = createBrowserRouter(routes, {
  hydrationData: { loaderData: state.loaderData, actionData: state.actionData, errors },
  getContext: createNavigationContext,
});
router.subscribe(({ loaderData }) => {
  pageUserId = findPageUserId(loaderData);
});

function Hydrated({ children }: { children: ReactNode }) {
  useEffect(replayActions, []);
  return children;
}

const root = document.getElementById('root');
if (root) {
  rememberTypedTexts(root);
  hydrateRoot(
    root,
    <StrictMode>
      <Hydrated>
        <StudioSettingsContext value={state.settings}>
          <StudioClientContext value={getClient}>
            <RouterProvider router={router} />
          </StudioClientContext>
        </StudioSettingsContext>
      </Hydrated>
    </StrictMode>,
  );
}
