import { type Endpoint, endpoints } from '../../contract/endpoints.ts';
import { entryType } from '../../contract/entry-types.ts';
import { parsePath } from '../../contract/path-pattern.ts';
import { feedFormats, feedTypes } from '../../site/documents/feeds.ts';
import { makeShelf } from './shelf.ts';
import { type Source, sourcesOfEndpoint } from './sources.ts';

/** What answers at a path, where its answers may be kept. */
export interface Kind {
  /** Names of the query parameters it reads, in the order of the key. */
  parameters: readonly string[];
  /** What it reads; undefined where that is noted while the answer is made. */
  sources?: readonly Source[] | undefined;
}

export interface AddressOptions {
  /** The query parameters that the page at a path reads; null where no page is, or one that nobody may keep. */
  parametersOf: (path: string) => Promise<readonly string[] | null>;
  /** Whether a value of `admin` is a valid preview token; any other changes nothing (readings, "Address parameters"). */
  isPreview: (token: string) => Promise<boolean>;
}

/** The one address under which an answer is kept, and what answers there. */
export interface KeptAddress {
  key: string;
  path: string;
  kind: Kind;
}

/** A path in its one spelling, which nothing on the way can read as another. */
const plainPath = /^\/(?:(?!\.\.?(?:\/|$))[\w.~-]+(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)*)?$/;
const longestUrl = 1_000;
/** Bytes for what is known of paths, which the table of routes takes long to say. */
const knownLimit = 512 * 1024;

const feedPaths = feedFormats.flatMap(({ name }) => [
  `/${name}`,
  ...feedTypes.map((type) => `${entryType(type).listPath}/${name}`),
]);
/** What answers an operator, in part only to who sends a token; by their form they could be pages. */
const operatorPaths = new Set(['/healthz', '/readyz', '/metrics']);
/** Parts of the sitemap, and what is drawn of an entry's figures. */
const filesOfContent = /^\/sitemap-\d{1,4}\.xml$|^\/drawings\/(?:chart|schematic)\/[\w/-]+\.svg$/;
const documents = new Set([...feedPaths, '/sitemap.xml']);

function kindOfEndpoint(endpoint: Endpoint, path: string): Kind | null {
  const sources = sourcesOfEndpoint(endpoint);
  if (endpoint.method !== 'GET' || endpoint.cache !== 'public' || !sources) return null;
  const parameters = Object.keys(endpoint.input.shape).filter((name) => !path.includes(`{${name}}`));
  return { parameters, sources };
}

/** Whether an endpoint answers at a path, not a page. */
export function isEndpoint(path: string): boolean {
  return path.startsWith('/api/') && path !== '/api/docs';
}

const endpointKinds = endpoints.flatMap((endpoint) =>
  [endpoint.path, endpoint.alias].flatMap((path) => {
    const kind = path && kindOfEndpoint(endpoint, path);
    return kind ? [{ pattern: parsePath(path).expression, kind }] : [];
  }),
);

/**
 * The law of the key: an address is kept under its path and the parameters its page reads, and nothing else, so that nobody
 * can fill the cache with `?x=1`. Null for what is not kept: pictures, files, previews, spellings that are answered otherwise.
 */
export function keptAddresses({
  parametersOf,
  isPreview,
}: AddressOptions): (url: string) => Promise<KeptAddress | null> {
  const known = makeShelf<{ kind: Kind | null }>(knownLimit);

  async function kindOf(path: string): Promise<Kind | null> {
    if (documents.has(path)) return { parameters: [] };
    if (filesOfContent.test(path)) return { parameters: ['admin'] };
    if (isEndpoint(path)) return endpointKinds.find(({ pattern }) => pattern.test(path))?.kind ?? null;
    // Other files, and pictures drawn by code.
    if (path.includes('.') || operatorPaths.has(path)) return null;
    const parameters = await parametersOf(path);
    return parameters && { parameters };
  }

  async function knownKindOf(path: string): Promise<Kind | null> {
    const found = known.get(path) ?? { kind: await kindOf(path) };
    known.put(path, found, 2 * path.length + 200);
    return found.kind;
  }

  return async (url) => {
    if (url.length > longestUrl) return null;
    const [path = '', query = ''] = url.split(/\?(.*)/s, 2);
    if (!plainPath.test(path)) return null;
    const kind = await knownKindOf(path);
    if (!kind) return null;
    const given = new URLSearchParams(query);
    const kept = new URLSearchParams();
    for (const name of kind.parameters) {
      const values = given.getAll(name);
      const [value] = values;
      if (value === undefined) continue;
      // Which of two is meant is for the page or the endpoint to say.
      if (values.length > 1) return null;
      if (name !== 'admin') kept.set(name, value);
      else if (await isPreview(value)) return null;
    }
    return { key: kept.size > 0 ? `${path}?${kept}` : path, path, kind };
  };
}
