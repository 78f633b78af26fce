import type { OutgoingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { type Encoding, encodeBody, isWorthEncoding } from '../http/encodings.ts';
import { createEtag } from '../http/etag.ts';
import { type Dependencies, trackDependencies } from './dependencies.ts';
import { type CacheKey, isEndpoint } from './find-cache-key.ts';
import { canServeStale, createStaleIfErrorFallback, type Subscription } from './stale-responses.ts';

/** A response of the application, without the headers of one connection. */
export interface RenderedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

/** The body in one encoding. Headers are a flat list of names and values, without the request id. */
export interface EncodedResponse {
  etag: string;
  headers: readonly string[];
  /** The headers of a 304 response, from which a client updates its copy (RFC 9110, section 15.4.5). */
  unchangedHeaders: readonly string[];
  body: Buffer;
}

/** A response that every visitor may get. */
export interface CachedResponse {
  key: CacheKey;
  headers: OutgoingHttpHeaders;
  body: Buffer;
  tags: Dependencies['tags'];
  /** Whether content changed while the response was rendered. */
  isOutdated: boolean;
  /** Resolves when the response is no longer served, if it is served after a change that all pages show. */
  renewal?: PromiseWithResolvers<void>;
  /** The subscription during which the response was rendered. The response is fresh as long as it lasts. */
  subscription: Subscription;
  encoded: Partial<Record<Encoding, Promise<EncodedResponse>>>;
  /** Bytes of the body and of its encodings so far. */
  bytes: number;
  /** How often the response and those before it at the same key were served from the cache. */
  hits: number;
}

/** The estimated bytes of a response beside its bodies. */
const overhead = 3_000;
/** How many of the most visited responses are rendered again after a change that all pages show. */
const maxFormer = 500;
/** Milliseconds for which such a response is served until it is rendered again. A change is visible within a second. */
const formerLifetime = 700;

type Render = () => Promise<RenderedResponse>;
export type ResponseCache = ReturnType<typeof createResponseCache>;

function createStore(limit: number): LRUCache<string, CachedResponse> {
  return new LRUCache({
    maxSize: Math.max(1, Math.floor(limit)),
    // A larger response would evict too many others.
    maxEntrySize: Math.max(1, Math.floor(limit / 8)),
    sizeCalculation: ({ bytes }, key) => bytes + 2 * key.length + overhead,
  });
}

function isPublic({ status, headers }: RenderedResponse): boolean {
  return status === 200 && headers['cache-control'] === cachePolicies.public && !('set-cookie' in headers);
}

/** Returns a flat list of names and values, the form that `writeHead` accepts fastest. */
function flattenHeaders(headers: OutgoingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().flatMap((each) => [name, `${each}`]));
}

async function encodeResponse({ headers, body }: CachedResponse, encoding: Encoding): Promise<EncodedResponse> {
  const encoded = await encodeBody(body, encoding);
  const etag = createEtag(encoded);
  // Ranges are not supported: a part of a page that can change is of no use (RFC 9110, section 14.3).
  const { 'content-type': type, 'content-length': _, 'x-request-id': __, ...common } = headers;
  const unchanged = { ...common, etag, vary: 'accept-encoding', 'accept-ranges': 'none' };
  const coding = encoding === 'identity' ? {} : { 'content-encoding': encoding };
  return {
    etag,
    headers: flattenHeaders({ ...unchanged, 'content-type': type, 'content-length': encoded.length, ...coding }),
    unchangedHeaders: flattenHeaders(unchanged),
    body: encoded,
  };
}

/** Creates a cache of responses with at most `limit` bytes; 0 caches nothing. */
export function createResponseCache(limit: number) {
  // Keys with text that visitors can choose (a query, the path of an endpoint) have a separate store. They can evict
  // only each other.
  const [fixed, free] = [createStore((limit * 3) / 4), createStore(limit / 4)];
  const getStore = ({ key }: CacheKey) => (key.includes('?') || isEndpoint(key) ? free : fixed);
  const inFlight = new Map<string, Promise<CachedResponse | RenderedResponse>>();
  let renderOrServeStale = createStaleIfErrorFallback();
  /** The generation in which each tag was last invalidated. */
  const invalidatedIn = new Map<string, number>();
  let generation = 0;
  let subscription: Subscription = { lostAt: 0 };
  const counts = { hits: 0, misses: 0, stale: 0 };
  /** The responses before a change that all pages show, by their keys. They are served until `formerUntil`. */
  const former = new Map<string, CachedResponse>();
  let formerUntil = 0;

  function endFormer(key: string): void {
    former.get(key)?.renewal?.resolve();
    former.delete(key);
  }

  async function renderAndStore(key: CacheKey, render: Render): Promise<CachedResponse | RenderedResponse> {
    // A change after this moment makes the response outdated.
    const began = { generation, subscription };
    const { made, dependencies } = await trackDependencies(render);
    if (!isPublic(made)) return made;
    const tags = dependencies.tags.union(new Set(key.tags));
    const { headers, body } = made;
    const response: CachedResponse = {
      key,
      headers,
      body,
      tags,
      isOutdated: ['*', ...tags].some((tag) => (invalidatedIn.get(tag) ?? 0) > began.generation),
      subscription: began.subscription,
      encoded: {},
      bytes: body.length,
      hits: former.get(key.key)?.hits ?? 0,
    };
    if (began.subscription.lostAt === null && dependencies.isCacheable && !response.isOutdated)
      getStore(key).set(key.key, response);
    endFormer(key.key);
    return response;
  }

  function startRender(key: CacheKey, render: Render): Promise<CachedResponse | RenderedResponse> {
    const rendering = renderAndStore(key, render).finally(() => {
      if (inFlight.get(key.key) === rendering) inFlight.delete(key.key);
    });
    // Without a subscription, a pending response may be outdated before it is ready. Other requests must not share it.
    if (subscription.lostAt === null) inFlight.set(key.key, rendering);
    return rendering;
  }

  return {
    /**
     * Returns the cached response if it is fresh, or if a change that all pages show has just made it outdated; else a
     * new one, in an outage a stale one. Also returns whether the response was rendered for this call.
     */
    load: async (key: CacheKey, render: Render) => {
      const cached = getStore(key).get(key.key);
      if (cached?.subscription.lostAt === null) {
        counts.hits += 1;
        cached.hits += 1;
        return { response: cached, isOwn: false };
      }
      const previous = former.get(key.key);
      if (previous && performance.now() < formerUntil) {
        counts.hits += 1;
        return { response: previous, isOwn: false };
      }
      const shared = inFlight.get(key.key);
      const renderOnce = () => shared ?? startRender(key, render);
      const response = await (cached && canServeStale(cached.subscription)
        ? renderOrServeStale(cached, renderOnce)
        : renderOnce());
      counts[response === cached ? 'stale' : 'misses'] += 1;
      return { response, isOwn: !shared && response !== cached };
    },
    /** Returns a response in an encoding. Concurrent calls share one compression. */
    encode: (key: CacheKey, response: CachedResponse, accepted: Encoding): Promise<EncodedResponse> => {
      const encoding = isWorthEncoding(response.body) ? accepted : 'identity';
      response.encoded[encoding] ??= encodeResponse(response, encoding).then(
        (encoded) => {
          if (encoding !== 'identity') response.bytes += encoded.body.length;
          const store = getStore(key);
          // The store measures a response only when it is set.
          if (store.peek(key.key) === response && store.delete(key.key)) store.set(key.key, response);
          return encoded;
        },
        (error: unknown) => {
          // The next request tries again.
          delete response.encoded[encoding];
          throw error;
        },
      );
      return response.encoded[encoding];
    },
    /** Removes the responses that depend on one of these tags; `*` stands for all tags. */
    invalidate: (changed: readonly string[]): void => {
      generation += 1;
      for (const tag of changed) invalidatedIn.set(tag, generation);
      const dependsOn = ({ tags }: { tags: ReadonlySet<string> }, names: readonly string[]) =>
        names.some((tag) => tag === '*' || tags.has(tag));
      const others = changed.filter((tag) => tag !== 'SETTING');
      const before = [...former.values(), ...fixed.values()].filter((response) => !dependsOn(response, others));
      for (const store of [fixed, free])
        for (const [key, response] of [...store.entries()]) if (dependsOn(response, changed)) store.delete(key);
      const ended = new Map(former);
      former.clear();
      if (changed.includes('SETTING')) formerUntil = performance.now() + formerLifetime;
      if (performance.now() < formerUntil && subscription.lostAt === null)
        for (const response of before.sort((a, b) => b.hits - a.hits).slice(0, maxFormer))
          if (!fixed.has(response.key.key)) {
            response.renewal ??= Promise.withResolvers();
            former.set(response.key.key, response);
          }
      for (const [key, { renewal }] of ended) if (!former.has(key)) renewal?.resolve();
      // Later requests must not share a render that started before the change.
      inFlight.clear();
    },
    /**
     * Renders again what a change that all pages show has made outdated, the most visited first and one at a time, so
     * that visitors do not wait for each other.
     */
    renewFormer: async (render: (key: CacheKey) => Promise<RenderedResponse>): Promise<void> => {
      const started = generation;
      for (const { key } of [...former.values()]) {
        if (generation !== started) return;
        if (former.has(key.key) && !inFlight.has(key.key))
          // An error belongs to a later request.
          await startRender(key, () => render(key)).catch(() => {});
        endFormer(key.key);
      }
    },
    /** Starts caching, because every change is announced to `invalidate` from now on. */
    enable: (): void => {
      if (subscription.lostAt === null) return;
      subscription = { lostAt: null };
      renderOrServeStale = createStaleIfErrorFallback();
    },
    /**
     * Stops caching, because changes may be missed until `enable`. Cached responses are served only during an outage of
     * the database.
     */
    disable: (): void => {
      subscription.lostAt ??= performance.now();
      inFlight.clear();
      for (const key of [...former.keys()]) endFormer(key);
    },
    size: () => ({
      responses: fixed.size + free.size,
      bytes: fixed.calculatedSize + free.calculatedSize,
      ...counts,
    }),
  };
}
