import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { getRequestId, hasSingleHost } from '../../api/http/create-server.ts';
import { compressBody } from '../http/compress.ts';
import { chooseEncoding } from '../http/encodings.ts';
import { matchesEtag } from '../http/etag.ts';
import type { CountDocument } from '../monitoring/count-documents.ts';
import type { FindCacheKey } from './find-cache-key.ts';
import type { ProxyRefresher } from './refresh-proxies.ts';
import type { RenderedResponse, ResponseCache } from './response-cache.ts';

export interface CachingListenerOptions {
  cache: Pick<ResponseCache, 'load' | 'encode'>;
  findKey: FindCacheKey;
  /** Renders the response to GET of a key, for the visitor who sent the request. */
  render: (key: string, request: IncomingMessage, requestId: string) => Promise<RenderedResponse>;
  /** Answers requests that must not be cached. */
  application: RequestListener;
  /** Counts a page that was sent. */
  countDocument?: CountDocument | undefined;
  /** Called with every public response that was sent, because a proxy may store it. */
  noteResponse?: ProxyRefresher['noteResponse'] | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

/**
 * Creates the listener that answers from the cache, and passes everything that must not be cached to the application.
 */
export function createCachingListener({
  cache,
  findKey,
  render,
  application,
  countDocument,
  noteResponse,
  log,
}: CachingListenerOptions): RequestListener {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = performance.now();
    const { method = '', url = '', headers } = request;
    const isRead = (method === 'GET' || method === 'HEAD') && hasSingleHost(request);
    const key = isRead ? await findKey(url) : null;
    if (!key) return application(request, response);
    const requestId = getRequestId(headers);
    const accepted = headers['accept-encoding']?.toString();
    // The tags of endpoints and feeds are known beforehand; those of pages are not.
    const count = () => key.tags.length === 0 && countDocument?.(request, key.path);
    const { response: loaded, isOwn } = await cache.load(key, () => render(key.key, request, requestId));
    if ('status' in loaded) {
      // An error or a redirect belongs to one request only: it holds the whole address and the request id.
      if (!isOwn || key.key !== url) return application(request, response);
      const { added, body } = await compressBody(loaded.headers, loaded.body, accepted);
      response.writeHead(loaded.status, { ...loaded.headers, ...added });
      response.end(method === 'HEAD' ? undefined : body);
      if (loaded.status === 200) count();
      return;
    }
    const encoded = await cache.encode(key, loaded, chooseEncoding(accepted));
    const isSame = matchesEtag(headers['if-none-match'], encoded.etag);
    const status = isSame ? 304 : 200;
    const shared = isSame ? encoded.unchangedHeaders : encoded.headers;
    response.writeHead(status, [...shared, 'x-request-id', requestId]);
    response.end(isSame || method === 'HEAD' ? undefined : encoded.body);
    count();
    noteResponse?.(url, accepted ?? '', loaded);
    // The application has logged the request that it rendered.
    if (isOwn) return;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    log.info({ reqId: requestId, method, path: key.path, status, ms }, 'answered');
  }

  return (request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'the page cache failed');
      if (response.headersSent) response.destroy();
      else application(request, response);
    });
  };
}
