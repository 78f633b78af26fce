import './styles/index.css';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  matchRoutes,
  RouterContextProvider,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createStudioBrowserClient } from './client.ts';
import { StudioClientContext, StudioSettingsContext, studioContext } from './context.ts';
import { createStudioRoutes } from './routes.tsx';
import { rememberTypedTexts } from './saving/typed-before-hydration.ts';
import type { StudioState } from './state.ts';

const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as StudioState;
const client = createStudioBrowserClient();
const context = new RouterContextProvider();
context.set(studioContext, { client, settings: state.settings });

const errors =
  state.errors &&
  Object.fromEntries(
    Object.entries(state.errors).map(([id, { status, data }]) => [id, new ErrorResponse(status, '', data)]),
  );
const routes = createStudioRoutes();
// Hydration is synchronous, so the code of the first screen has to be loaded before it.
for (const { route } of matchRoutes(routes, location) ?? []) {
  if (typeof route.lazy === 'function') Object.assign(route, { ...(await route.lazy()), lazy: undefined });
}
const router = createBrowserRouter(routes, {
  hydrationData: { loaderData: state.loaderData, actionData: state.actionData, errors },
  getContext: () => context,
});

const root = document.getElementById('root');
if (root) {
  rememberTypedTexts(root);
  hydrateRoot(
    root,
    <StrictMode>
      <StudioSettingsContext value={state.settings}>
        <StudioClientContext value={client}>
          <RouterProvider router={router} />
        </StudioClientContext>
      </StudioSettingsContext>
    </StrictMode>,
  );
}
