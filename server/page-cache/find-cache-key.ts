import { LRUCache } from 'lru-cache';
import { entryTypes } from '../../contract/content/entry-types.ts';
import { typesWithList } from '../../contract/content/list-settings.ts';
import { type Endpoint, endpoints } from '../../contract/http/endpoints.ts';
import { parsePathPattern } from '../../contract/http/path-pattern.ts';
import { feedFormats } from '../../site/documents/feeds.ts';
import { type CacheTag, getEndpointTags } from './dependencies.ts';

/** How the response at a path is cached. */
interface CacheablePath {
  /** Names of the query parameters that the response depends on, in the order of the key. */
  parameters: readonly string[];
  /** The tags of the response, if they are known before it is made. */
  tags?: readonly CacheTag[];
}

/** The cache key of a response, with its path and tags. */
export interface CacheKey {
  /** The path and the query parameters that the response depends on. */
  key: string;
  path: string;
  /** The tags of an endpoint. Those of a page are known only after it was rendered. */
  tags: readonly CacheTag[];
}

export interface FindCacheKeyOptions {
  /** Returns the query parameters that the page at a path reads; null without a page, or if it must not be cached. */
  getPageParameters: (path: string) => Promise<readonly string[] | null>;
  /**
   * Returns whether a value of `admin` is a valid preview token. Any other value has no effect (readings, "Address
   * parameters").
   */
  isPreview: (token: string) => Promise<boolean>;
}

/** Returns the cache key of a URL; null if the response must not be cached. */
export type FindCacheKey = (url: string) => Promise<CacheKey | null>;

/** A path in its canonical spelling: no encoding, no dot segments, no double or trailing slashes. */
const canonicalPath = /^\/(?:(?!\.\.?(?:\/|$))[\w.~-]+(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)*)?$/;
const maxUrlLength = 1_000;
/** Bytes for the results of earlier look-ups, which are kept because matching a path in the route table is slow. */
const knownPathsLimit = 512 * 1024;

const feedPaths = feedFormats.flatMap(({ name }) => [
  `/${name}`,
  ...typesWithList.map((type) => `${entryTypes[type].listPath}/${name}`),
]);
const documents = new Set([...feedPaths, '/sitemap.xml']);
/** Parts of the sitemap, and drawings of an entry's figures. */
const contentFilePattern = /^\/sitemap-\d{1,4}\.xml$|^\/drawings\/(?:chart|cover|schematic)\/[\w/-]+\.svg$/;
/** Addresses that look like pages, but whose responses depend on a token or a session. */
const privatePaths = /^\/(?:healthz|readyz|metrics|studio)(?:\/|$)/;

/** Returns whether an API endpoint, and not a page, answers at a path. */
export function isEndpoint(path: string): boolean {
  return path.startsWith('/api/') && path !== '/api/docs';
}

function describeEndpoint(endpoint: Endpoint, path: string): CacheablePath | null {
  const tags = getEndpointTags(endpoint);
  if (endpoint.method !== 'GET' || endpoint.cache !== 'public' || !tags) return null;
  return { parameters: Object.keys(endpoint.input.shape).filter((name) => !path.includes(`{${name}}`)), tags };
}

const cacheableEndpoints = endpoints.flatMap((endpoint) =>
  [endpoint.path, endpoint.alias].flatMap((path) => {
    const cacheable = path && describeEndpoint(endpoint, path);
    return cacheable ? [{ pattern: parsePathPattern(path).expression, cacheable }] : [];
  }),
);

/**
 * Creates the function that finds cache keys. A key holds only the query parameters that the response depends on, so
 * `?x=1` cannot fill the cache.
 */
export function createFindCacheKey({ getPageParameters, isPreview }: FindCacheKeyOptions): FindCacheKey {
  const known = new LRUCache<string, { cacheable: CacheablePath | null }>({
    maxSize: knownPathsLimit,
    sizeCalculation: (_, path) => 2 * path.length + 200,
  });

  async function describePath(path: string): Promise<CacheablePath | null> {
    if (documents.has(path)) return { parameters: [] };
    if (contentFilePattern.test(path)) return { parameters: ['admin'] };
    if (isEndpoint(path)) return cacheableEndpoints.find(({ pattern }) => pattern.test(path))?.cacheable ?? null;
    // Other files and drawings have validators of their own.
    if (path.includes('.') || privatePaths.test(path)) return null;
    const parameters = await getPageParameters(path);
    return parameters && { parameters };
  }

  async function findPath(path: string): Promise<CacheablePath | null> {
    const found = known.get(path) ?? { cacheable: await describePath(path) };
    if (!known.has(path)) known.set(path, found);
    return found.cacheable;
  }

  return async (url) => {
    if (url.length > maxUrlLength) return null;
    const [path = '', query] = url.split(/\?(.*)/s, 2);
    if (!canonicalPath.test(path)) return null;
    const cacheable = await findPath(path);
    if (!cacheable) return null;
    const { parameters, tags = [] } = cacheable;
    if (!query) return { key: path, path, tags };
    const read = new URLSearchParams();
    const given = new URLSearchParams(query);
    for (const name of parameters) {
      const [value, ...others] = given.getAll(name);
      // The page or the endpoint decides which of two values counts, so the response is not cached.
      if (others.length > 0) return null;
      if (value === undefined) continue;
      if (name !== 'admin') read.set(name, value);
      else if (await isPreview(value)) return null;
    }
    return { key: read.size > 0 ? `${path}?${read}` : path, path, tags };
  };
}
