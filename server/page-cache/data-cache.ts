import { LRUCache } from 'lru-cache';
import { type CallOptions, type Client, isApiFailure } from '../../contract/http/client.ts';
import { answerTags, type CacheTag, getEntryTags, getOperationTags, trackRead } from './dependencies.ts';
import { maxStaleAge } from './stale-responses.ts';

/** A pending or finished read, and the tags of the content it depends on. */
interface CachedRead {
  tags: readonly CacheTag[];
  answer: Promise<unknown>;
}

/**
 * Caches the API's responses from which pages are rendered, so that pages with the same data read it once. Only reads
 * whose changes are announced are cached.
 */
export interface DataCache {
  /**
   * Returns a client that reads through this cache, and records each read as a dependency of the current response.
   * While the database is away, only the reads of forms are served from the cache, because a form must come back with
   * what was typed.
   */
  createCachingClient(client: Client, isForm: boolean): Client;
  /** Starts caching, because every change is announced to `invalidate` from now on. */
  enable(): void;
  /** Removes finished and pending reads with these tags; `*` stands for all tags. */
  invalidate(tags: readonly string[]): void;
  /** Stops caching, because changes may be missed. Cached data is served only to forms while the database is away. */
  disable(): void;
  /** Returns the number and bytes of cached responses, and how many stale ones were served during outages. */
  size(): { responses: number; bytes: number; stale: number };
}

/** The estimated bytes of a cached response beside its text. */
const overhead = 500;

/** Creates a cache for at most `maxBytes` of responses, measured as JSON; 0 caches nothing. */
export function createDataCache(maxBytes: number): DataCache {
  const reads = new LRUCache<string, CachedRead>({ maxSize: Math.max(1, maxBytes) });
  let isEnabled = false;
  let disabledAt = 0;
  let stale = 0;

  function read<T>(
    key: string,
    tags: readonly CacheTag[],
    ask: () => Promise<T>,
    narrow?: (answer: T) => readonly CacheTag[] | undefined,
  ): Promise<T> {
    const kept = reads.get(key);
    // A failure may concern one caller only, such as a rate limit, so another caller tries again.
    if (kept) return (kept.answer as Promise<T>).catch(() => ask());
    const answer = ask();
    const begun: CachedRead = { tags, answer };
    // The promise is cached before it settles: concurrent callers share it, and a change meanwhile removes it.
    reads.set(key, begun, { size: overhead });
    answer.then(
      (value) => {
        if (reads.peek(key) !== begun) return;
        const shown = narrow ? narrow(value) : tags;
        if (!shown) {
          reads.delete(key);
          return;
        }
        const json = JSON.stringify(value);
        // A copy, because V8 keeps the whole of a text in memory for a part of it, such as an excerpt.
        const copy = Promise.resolve(JSON.parse(json) as T);
        reads.set(key, { tags: shown, answer: copy }, { size: overhead + key.length + json.length });
      },
      () => {
        if (reads.peek(key) === begun) reads.delete(key);
      },
    );
    return answer;
  }

  async function readInOutage<T>(key: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const kept = performance.now() - disabledAt < maxStaleAge ? reads.get(key) : undefined;
      if (!kept || !isApiFailure(error) || error.status !== 503) throw error;
      stale += 1;
      return kept.answer as Promise<T>;
    }
  }

  return {
    createCachingClient: (client, isForm) => {
      /**
       * `ask` gets the caller's options only if the call is not shared, because a shared call continues when one caller
       * aborts.
       */
      const readThroughCache = <T>(
        key: string,
        tags: readonly CacheTag[] | undefined,
        options: CallOptions | undefined,
        ask: (options?: CallOptions) => Promise<T>,
        narrow?: (answer: T) => readonly CacheTag[] | undefined,
      ): Promise<T> =>
        trackRead(
          tags,
          () => {
            if (tags && isEnabled) return read(key, tags, () => ask(), narrow);
            return tags && isForm ? readInOutage(key, () => ask(options)) : ask(options);
          },
          narrow,
        );
      return {
        ...client,
        entries: (type, operation, input, options) => {
          // A preview token can show what visitors must not see.
          const isPublic = !('admin' in input) || input.admin === undefined;
          const tags = isPublic ? getEntryTags(type, operation) : undefined;
          return readThroughCache(`${type} ${operation} ${JSON.stringify(input)}`, tags, options, (passed) =>
            client.entries(type, operation, input, passed),
          );
        },
        call: (name, input, options) =>
          readThroughCache(
            `${name} ${JSON.stringify(input)}`,
            getOperationTags(name, input),
            options,
            (passed) => client.call(name, input, passed),
            answerTags[name],
          ),
      };
    },
    enable: () => {
      reads.clear();
      isEnabled = true;
    },
    invalidate: (tags) => {
      for (const [key, kept] of reads.entries())
        if (tags.includes('*') || kept.tags.some((tag) => tags.includes(tag))) reads.delete(key);
    },
    disable: () => {
      // `disable` is also called after each failed attempt to subscribe.
      if (isEnabled) disabledAt = performance.now();
      isEnabled = false;
    },
    size: () => ({ responses: reads.size, bytes: reads.calculatedSize, stale }),
  };
}
