import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import type { StudioClient } from '../contract/studio/client.ts';
import { createRouteError } from '../site/route-error.ts';
import { StudioClientContext, type StudioSettings, StudioSettingsContext, studioContext } from './context.ts';
import { renderStudioDocument, type StudioAssets } from './document.ts';
import { findTitle } from './parts/title.ts';
import { createStudioRoutes } from './routes.tsx';
import type { StudioState } from './state.ts';

export interface StudioRequest {
  request: Request;
  client: StudioClient;
  settings: StudioSettings;
  assets: StudioAssets;
  /** Called with each unexpected error. */
  onError(error: unknown): void;
}

const handler = createStaticHandler(createStudioRoutes());

/**
 * Returns the errors of a rendering for the page's state, with the first status. Passes unexpected errors to `onError`,
 * and removes their details.
 */
function describeErrors(
  { errors }: StaticHandlerContext,
  onError: StudioRequest['onError'],
): { errors: StudioState['errors']; status: number | null } {
  let status: number | null = null;
  const shown = Object.entries(errors ?? {}).map(([id, error]) => {
    if (!isRouteErrorResponse(error)) onError(error);
    const known = isRouteErrorResponse(error) ? error : { status: 500, data: {} };
    status ??= known.status;
    return [id, { status: known.status, data: known.data as unknown }] as const;
  });
  return { errors: errors ? Object.fromEntries(shown) : null, status };
}

/** Renders a screen of the Studio, or returns a `Response` where the address redirects. */
export async function renderStudio({
  request,
  client,
  settings,
  assets,
  onError,
}: StudioRequest): Promise<{ status: number; html: string } | Response> {
  const requestContext = new RouterContextProvider();
  requestContext.set(studioContext, { client, actionClient: client, settings });
  const context = await handler.query(request, { requestContext });
  if (context instanceof Response) return context;
  const { errors, status } = describeErrors(context, onError);
  if (errors) {
    context.errors = Object.fromEntries(
      Object.entries(errors).map(([id, { status, data }]) => [id, createRouteError(status, data)]),
    );
  }
  const body = renderToString(
    <StudioSettingsContext value={settings}>
      <StudioClientContext value={() => client}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </StudioClientContext>
    </StudioSettingsContext>,
  );
  const { loaderData, actionData } = context;
  const state: StudioState = { settings, loaderData, actionData, errors };
  const last = context.matches.at(-1)?.route;
  const title = findTitle(last ? [{ handle: last.handle, loaderData: loaderData[last.id] }] : []) ?? 'Not possible';
  return {
    status: status ?? context.statusCode,
    html: renderStudioDocument({ body, state, title, file: last?.handle?.file, assets }),
  };
}
