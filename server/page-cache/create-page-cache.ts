import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type InjectOptions, type Response as InjectResponse, inject } from 'light-my-request';
import { readPreviewToken } from '../../api/content/entries/preview-token.ts';
import type { ApiContext } from '../../api/context.ts';
import type { Connection } from '../../api/db/connect.ts';
import type { CountDocument } from '../monitoring/count-documents.ts';
import type { SiteSource } from '../pages/site-source.ts';
import { createCachingListener } from './caching-listener.ts';
import type { DataCache } from './data-cache.ts';
import { createFindCacheKey } from './find-cache-key.ts';
import { createProxyRefresher } from './refresh-proxies.ts';
import { createResponseCache, type RenderedResponse } from './response-cache.ts';
import { subscribeToChanges } from './subscribe-to-changes.ts';

export interface PageCacheOptions {
  app: FastifyInstance;
  ctx: ApiContext;
  database: Connection;
  /** Receives the same changes as the page cache. */
  dataCache: DataCache;
  getPageParameters: SiteSource['getPageParameters'];
  /** Bytes for cached responses; 0 caches nothing, and subscribes to no changes. */
  limit: number;
  countDocument: CountDocument;
  /** Proxies that store responses, and the public address of the site. */
  proxies?: readonly string[];
  siteUrl?: string | undefined;
}

/** Sends a request to an app without a socket. Unlike Fastify's own `inject`, it also works while the server closes. */
async function injectRequest(app: FastifyInstance, request: InjectOptions): Promise<InjectResponse> {
  await app.ready();
  // light-my-request's objects stand in for Node's request and response, as in Fastify itself.
  const dispatch = (made: unknown, response: unknown) =>
    app.routing(made as IncomingMessage, response as ServerResponse);
  // A payload that is not a stream is also decoded to a text.
  return inject(dispatch, { ...request, payloadAsStream: true });
}

/** Creates the page cache of an application. It follows the changes of content until the application closes. */
export function createPageCache({
  app,
  ctx,
  database,
  dataCache,
  getPageParameters,
  limit,
  countDocument,
  proxies = [],
  siteUrl,
}: PageCacheOptions) {
  const cache = createResponseCache(limit);
  const refresher =
    proxies.length > 0
      ? createProxyRefresher({
          proxies,
          host: siteUrl && new URL(siteUrl).host,
          onError: (error) => app.log.warn({ err: error }, 'a proxy did not refresh its copy of a page'),
        })
      : null;
  const isPreview = async (token: string) => (await readPreviewToken(ctx, token)) !== null;
  const findKey = createFindCacheKey({ getPageParameters, isPreview });

  async function render(url: string, request: InjectOptions): Promise<RenderedResponse> {
    const answer = await injectRequest(app, { ...request, method: 'GET', url });
    const { date: _, connection: __, 'transfer-encoding': ___, ...lasting } = answer.headers;
    return { status: answer.statusCode, headers: lasting, body: Buffer.concat(await answer.stream().toArray()) };
  }

  const serve = createCachingListener({
    cache,
    findKey,
    application: app.routing,
    countDocument,
    noteResponse: refresher?.noteResponse,
    log: app.log,
    // The response is the same for everyone, so the application gets only the request id, the address for rate limits,
    // and what the counts of addresses without a page need. With another query, the application answers the request
    // once more, and counts it then.
    render: (key, { url, headers, socket }, requestId) => {
      const counted = key === url ? (['user-agent', 'referer'] as const) : [];
      const sent = (['x-forwarded-for', ...counted] as const).flatMap((name) =>
        headers[name] ? [[name, headers[name]?.toString()]] : [],
      );
      return render(key, {
        headers: { 'x-request-id': requestId, ...Object.fromEntries(sent) },
        ...(socket.remoteAddress ? { remoteAddress: socket.remoteAddress } : {}),
      });
    },
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });

  if (limit > 0) {
    const changes = subscribeToChanges(
      { config: database.config, getTimeZone: () => ctx.company.timeZone },
      {
        onSubscribed: () => {
          dataCache.enable();
          cache.enable();
        },
        onChange: (tags) => {
          // Data first, so that no page is rendered from outdated data.
          dataCache.invalidate(tags);
          cache.invalidate(tags);
          void cache.renewFormer(({ key }) => render(key, { headers: { 'x-request-id': randomUUID() } }));
          refresher?.refresh(tags);
        },
        onLost: (reason) => {
          dataCache.disable();
          cache.disable();
          app.log.warn({ err: reason }, 'changes of content are not announced; no page is cached until they are again');
        },
      },
    );
    app.addHook('onClose', async () => {
      refresher?.stop();
      await changes.stop();
    });
  }

  // While the application closes, it closes each connection with its response. A cached response would keep the
  // connection open.
  const listener: RequestListener = (request, response) => (isClosing ? app.routing : serve)(request, response);
  return {
    listener,
    /**
     * Returns the number and bytes of cached responses and data, how many stale ones were served during outages, and
     * how many requests for pages were answered from the cache or not.
     */
    size: () => {
      const [pages, data] = [cache.size(), dataCache.size()];
      return {
        responses: pages.responses + data.responses,
        bytes: pages.bytes + data.bytes,
        stale: pages.stale + data.stale,
        hits: pages.hits,
        misses: pages.misses,
      };
    },
  };
}
