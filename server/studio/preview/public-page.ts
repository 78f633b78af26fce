import type { FastifyRequest } from 'fastify';
import type { ApiContext } from '../../../api/context.ts';
import { ApiError } from '../../../api/errors.ts';
import { createCallEndpoint } from '../../../api/http/call-endpoint.ts';
import { createInProcessClient } from '../../../api/http/in-process-client.ts';
import type { Client } from '../../../contract/http/client.ts';
import { type InstallationSettings, loadSettings } from '../../../site/settings.ts';
import type { RenderPage } from '../../pages/pages.ts';
import type { SiteSource } from '../../pages/site-source.ts';
import type { GetOrDraw } from '../../pictures/draw.ts';

export interface PreviewOptions {
  ctx: ApiContext;
  installation: () => InstallationSettings;
  site: SiteSource;
  /** The security headers of pages. */
  headers: Record<string, string>;
  getOrDraw: GetOrDraw;
}

/** Creates an API client of a visitor that reads in the context's transaction. It has no rate limits. */
export function createPreviewClient(tx: ApiContext, request: FastifyRequest): Client {
  return createInProcessClient({
    callEndpoint: createCallEndpoint(tx, async () => undefined),
    caller: { address: request.ip, userAgent: '', refusesTracking: true, actor: null },
    requestId: request.id,
    log: request.log,
    openApi: () => {
      throw new ApiError('not_found', 'The API document has no preview.');
    },
  });
}

/** Renders a public page from the content that the context's transaction sees. */
export async function renderPublicPage(
  { installation, site }: PreviewOptions,
  tx: ApiContext,
  request: FastifyRequest,
  address: URL,
): ReturnType<RenderPage> {
  const client = createPreviewClient(tx, request);
  const { renderPage, assets, transform } = await site.load(address.pathname + address.search);
  const rendered = await renderPage({
    request: new Request(address),
    client,
    installation: installation(),
    settings: loadSettings(client, installation()),
    assets,
    requestId: request.id,
    onError: (error) => request.log.error({ err: error }, 'a preview failed'),
  });
  // Vite adds the styles of pages.
  return transform && !(rendered instanceof Response)
    ? { ...rendered, html: await transform(rendered.html) }
    : rendered;
}
