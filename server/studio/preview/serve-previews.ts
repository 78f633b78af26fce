import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseOtherMethods } from '../../../api/http/refuse-methods.ts';
import { getStudioCaller } from '../../../api/http/studio-session.ts';
import { createRateLimiters } from '../../../api/limit-rates.ts';
import { requireActor } from '../../../api/people/sessions.ts';
import { cachePolicies } from '../../../contract/http/cache-policies.ts';
import type { Client } from '../../../contract/http/client.ts';
import { loadSettings } from '../../../site/settings.ts';
import { serveDrawings } from '../../pictures/drawings.ts';
import { createPreviewHeaders } from '../headers.ts';
import { readPreviewQuery } from './preview-query.ts';
import { createPreviewClient, type PreviewOptions } from './public-page.ts';
import { previewPath, renderPreview } from './render-preview.ts';
import { createShareHeaders, openShareLink, renderShare, type ShareOptions, sharePath } from './render-share.ts';
import { guestQueue, type PreviewSubject, runInPreview } from './run-preview.ts';

/** Browsers wrap an image that a frame shows in a page with inline styles. */
const imagePolicy = "default-src 'none';img-src 'self';style-src 'unsafe-inline';frame-ancestors 'self'";

/** Creates the client from which drawings are made. It reads each entry in a separate preview transaction. */
function createDrawingClient(
  { ctx }: PreviewOptions,
  request: FastifyRequest,
  findSubject: () => Promise<PreviewSubject>,
  queue?: typeof guestQueue,
): Client {
  // Drawings call only `entries`, which runs in the transaction of a preview.
  const outside = createPreviewClient(ctx, request);
  return {
    ...outside,
    entries: async (...call) =>
      runInPreview(ctx, await findSubject(), (tx) => createPreviewClient(tx, request).entries(...call), queue),
  };
}

/** Serves the drawings and social images of previews below a path. They are never cached. */
function servePreviewDrawings(
  app: FastifyInstance,
  prefix: string,
  { ctx, installation, site, getOrDraw }: PreviewOptions,
  headers: Record<string, string>,
  clientFor: (request: FastifyRequest) => Client,
): void {
  app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => {
        reply.headers({ ...headers, 'content-security-policy': imagePolicy });
      });
      scope.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', cachePolicies.never);
      });
      const loadPreviewSettings = (client: Client) => loadSettings(client, installation());
      serveDrawings(scope, {
        ctx,
        clientFor,
        loadSettings: loadPreviewSettings,
        readLooks: site.readLooks,
        hasPictures: true,
        getOrDraw,
      });
    },
    { prefix },
  );
}

/** Serves previews of pages with their drawings to users who are signed in, and to guests who have a link. */
export function servePreviews(app: FastifyInstance, options: PreviewOptions): void {
  const { ctx, installation } = options;
  const share: ShareOptions = { ...options, limits: createRateLimiters(ctx) };
  app.get(previewPath, { schema: { hide: true } }, (request, reply) => renderPreview(options, request, reply));
  app.get(sharePath, { schema: { hide: true } }, (request, reply) => renderShare(share, request, reply));
  for (const path of [previewPath, sharePath]) refuseOtherMethods(app, path, ['GET']);

  app.register(async (scope) => {
    scope.addHook('preHandler', async (request, reply) => {
      requireActor(await getStudioCaller(ctx, request, reply));
    });
    servePreviewDrawings(scope, previewPath, options, createPreviewHeaders(options.headers), (request) =>
      createDrawingClient(options, request, async () => readPreviewQuery(request.query, installation().timeZone)),
    );
  });
  servePreviewDrawings(app, sharePath, options, createShareHeaders(options.headers), (request) =>
    createDrawingClient(
      options,
      request,
      async () => {
        const { entryId, content } = await openShareLink(share, request);
        return { entry: { id: entryId, content }, at: null };
      },
      guestQueue,
    ),
  );
}
