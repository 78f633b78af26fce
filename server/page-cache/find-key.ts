import { LRUCache } from 'lru-cache';
import { type Endpoint, endpoints } from '../../contract/endpoints.ts';
import { getEntryType } from '../../contract/entry-types.ts';
import { parsePathPattern } from '../../contract/path-pattern.ts';
import { feedFormats, feedTypes } from '../../site/documents/feeds.ts';
import { type CacheTag, tagsOfEndpoint } from './dependencies.ts';

/** What may be cached at a path. */
interface CacheablePath {
  /** Names of the query parameters that the response depends on, in the order of the key. */
  parameters: readonly string[];
  /** What the response is made from, where that is known before it is made. */
  tags?: readonly CacheTag[];
}

/** Where a response is cached. */
export interface CacheKey {
  /** The path and the query parameters that the response depends on. */
  key: string;
  path: string;
  tags: readonly CacheTag[];
}

export interface FindKeyOptions {
  /** Returns the query parameters that the page at a path reads; null where there is no page or it may not be cached. */
  parametersOf: (path: string) => Promise<readonly string[] | null>;
  /** Whether a value of `admin` is a valid preview token; any other value changes nothing (readings, "Address parameters"). */
  isPreview: (token: string) => Promise<boolean>;
}

/** Returns the cache key of a URL; null where the response may not be cached. */
export type FindKey = (url: string) => Promise<CacheKey | null>;

/** A path in its canonical spelling: no encoding, no dot segments, no doubled or trailing slashes. */
const canonicalPath = /^\/(?:(?!\.\.?(?:\/|$))[\w.~-]+(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)*)?$/;
const longestUrl = 1_000;
/** Bytes for the paths looked up before: matching one in the route table is slow. */
const knownPathsLimit = 512 * 1024;

const feedPaths = feedFormats.flatMap(({ name }) => [
  `/${name}`,
  ...feedTypes.map((type) => `${getEntryType(type).listPath}/${name}`),
]);
const documents = new Set([...feedPaths, '/sitemap.xml']);
/** Parts of the sitemap, and drawings of an entry's figures. */
const contentFiles = /^\/sitemap-\d{1,4}\.xml$|^\/drawings\/(?:chart|schematic)\/[\w/-]+\.svg$/;
/** Operators' endpoints, which look like pages and answer by token. */
const operatorPaths = new Set(['/healthz', '/readyz', '/metrics']);

/** Whether an endpoint answers at a path, not a page. */
export function isEndpoint(path: string): boolean {
  return path.startsWith('/api/') && path !== '/api/docs';
}

function describeEndpoint(endpoint: Endpoint, path: string): CacheablePath | null {
  const tags = tagsOfEndpoint(endpoint);
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
 * Creates the function that finds cache keys. A key holds only the query parameters that the response depends on, so that
 * `?x=1` cannot fill the cache.
 */
export function createFindKey({ parametersOf, isPreview }: FindKeyOptions): FindKey {
  const known = new LRUCache<string, { cacheable: CacheablePath | null }>({
    maxSize: knownPathsLimit,
    sizeCalculation: (_, path) => 2 * path.length + 200,
  });

  async function describePath(path: string): Promise<CacheablePath | null> {
    if (documents.has(path)) return { parameters: [] };
    if (contentFiles.test(path)) return { parameters: ['admin'] };
    if (isEndpoint(path)) return cacheableEndpoints.find(({ pattern }) => pattern.test(path))?.cacheable ?? null;
    // Other files and drawings carry validators of their own.
    if (path.includes('.') || operatorPaths.has(path)) return null;
    const parameters = await parametersOf(path);
    return parameters && { parameters };
  }

  async function findPath(path: string): Promise<CacheablePath | null> {
    const found = known.get(path) ?? { cacheable: await describePath(path) };
    if (!known.has(path)) known.set(path, found);
    return found.cacheable;
  }

  return async (url) => {
    if (url.length > longestUrl) return null;
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
      // The page or the endpoint decides which of two values counts.
      if (others.length > 0) return null;
      if (value === undefined) continue;
      if (name !== 'admin') read.set(name, value);
      else if (await isPreview(value)) return null;
    }
    return { key: read.size > 0 ? `${path}?${read}` : path, path, tags };
  };
}
