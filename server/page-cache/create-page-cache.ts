import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import type { Connection } from '../../api/db/connect.ts';
import { readPreviewToken } from '../../api/entries/preview-token.ts';
import { injectRequest } from '../../api/http/inject-request.ts';
import type { SiteSource } from '../pages/site-source.ts';
import type { DataCache } from './data-cache.ts';
import { createFindKey } from './find-key.ts';
import { createResponseCache } from './response-cache.ts';
import { serveCached } from './serve-cached.ts';
import { subscribeToChanges } from './subscribe-to-changes.ts';

export interface PageCacheOptions {
  app: FastifyInstance;
  ctx: ApiContext;
  database: Connection;
  /** Follows the same changes. */
  dataCache: DataCache;
  parametersOf: SiteSource['parametersOf'];
  /** Bytes for cached responses; 0 where the changes of content are not announced. */
  limit: number;
}

/** Creates the page cache of an application, which follows the changes of content until the application closes. */
export function createPageCache({ app, ctx, database, dataCache, parametersOf, limit }: PageCacheOptions) {
  const cache = createResponseCache(limit);
  const isPreview = async (token: string) => (await readPreviewToken(ctx, token)) !== null;
  const findKey = createFindKey({ parametersOf, isPreview });

  const serve = serveCached({
    cache,
    findKey,
    application: app.routing,
    log: app.log,
    // The response is the same for everyone, so from the request the application gets only its id, and the address for rate limits.
    render: async (key, { headers, socket }, requestId) => {
      const forwarded = headers['x-forwarded-for']?.toString();
      const {
        statusCode,
        headers: made,
        rawPayload,
      } = await injectRequest(app, {
        method: 'GET',
        url: key,
        headers: { 'x-request-id': requestId, ...(forwarded ? { 'x-forwarded-for': forwarded } : {}) },
        ...(socket.remoteAddress ? { remoteAddress: socket.remoteAddress } : {}),
      });
      const { date: _, connection: __, 'transfer-encoding': ___, ...lasting } = made;
      return { status: statusCode, headers: lasting, body: rawPayload };
    },
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  if (limit > 0) {
    const changes = subscribeToChanges(
      { config: database.config, timeZone: ctx.company.timeZone },
      {
        onSubscribed: () => {
          dataCache.enable();
          cache.enable();
        },
        onChange: (tags) => {
          // The data first: a page made from now on must not be made of outdated data.
          dataCache.invalidate(tags);
          cache.invalidate(tags);
        },
        onLost: (reason) => {
          dataCache.disable();
          cache.disable();
          app.log.warn({ err: reason }, 'changes of content are not announced; no page is cached until they are again');
        },
      },
    );
    app.addHook('onClose', () => changes.stop());
  }

  // A closing application ends connections with its answers.
  const listener: RequestListener = (request, response) => (isClosing ? app.routing : serve)(request, response);
  return {
    listener,
    /** Cached responses and data, their bytes, and how many stale ones were served while the database was away. */
    size: () => {
      const [pages, data] = [cache.size(), dataCache.size()];
      return {
        answers: pages.answers + data.answers,
        bytes: pages.bytes + data.bytes,
        stale: pages.stale + data.stale,
      };
    },
  };
}
