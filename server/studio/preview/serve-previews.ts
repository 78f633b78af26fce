import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseOtherMethods } from '../../../api/http/bind.ts';
import { getStudioCaller } from '../../../api/http/studio-session.ts';
import { requireActor } from '../../../api/sessions/require-actor.ts';
import { cachePolicies } from '../../../contract/cache-policies.ts';
import type { Client } from '../../../contract/client.ts';
import { serveDrawings } from '../../pictures/drawings.ts';
import { createPreviewHeaders } from '../headers.ts';
import { readPreviewQuery } from './preview-query.ts';
import { createPreviewClient, type PreviewOptions, previewPath, renderPreview } from './render-preview.ts';
import { type PreviewSubject, runPreview } from './run-preview.ts';

/** A browser shows an image in a frame in a page of its own, with inline styles. */
const imagePolicy = "default-src 'none';img-src 'self';style-src 'unsafe-inline';frame-ancestors 'self'";

/** Returns a client that reads each entry in a preview of its own, for drawings. */
export function createDrawingClient({ ctx }: PreviewOptions, request: FastifyRequest, subject: PreviewSubject): Client {
  // A drawing calls nothing but `entries`, which then runs in the transaction of the preview.
  const outside = createPreviewClient(ctx, request);
  return {
    ...outside,
    entries: (...call) => runPreview(ctx, subject, (tx) => createPreviewClient(tx, request).entries(...call)),
  };
}

/** Serves previews of pages, and the drawings and social images that they show, to users who are signed in. */
export function servePreviews(app: FastifyInstance, options: PreviewOptions): void {
  const { ctx, settings, dataDir } = options;
  app.get(previewPath, { schema: { hide: true } }, (request, reply) => renderPreview(options, request, reply));
  refuseOtherMethods(app, previewPath, ['GET']);
  app.register(
    async (scope) => {
      scope.addHook('preHandler', async (request, reply) => {
        reply.headers({ ...createPreviewHeaders(options.headers), 'content-security-policy': imagePolicy });
        requireActor(await getStudioCaller(ctx, request, reply));
      });
      scope.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', cachePolicies.never);
      });
      serveDrawings(scope, {
        ctx,
        clientFor: (request) =>
          createDrawingClient(options, request, readPreviewQuery(request.query, settings().timeZone)),
        settings,
        dataDir,
      });
    },
    { prefix: previewPath },
  );
}
