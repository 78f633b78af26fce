import { LRUCache } from 'lru-cache';
import { type CallOptions, type Client, isApiFailure } from '../../contract/client.ts';
import { type CacheTag, tagsOfEntries, tagsOfOperation } from './dependencies.ts';
import { longestOutage } from './stale-responses.ts';

/** A pending or finished read, and the tags of the content it depends on. */
interface CachedRead {
  tags: readonly CacheTag[];
  answer: Promise<unknown>;
}

/**
 * Caches the answers of the API from which pages are made, so that pages of the same data read it once. Caches only reads whose
 * changes are announced.
 */
export interface DataCache {
  /**
   * Returns a client whose reads come from this cache. While the database is away, only a form's reads still do: its page must be
   * shown again with what was typed.
   */
  createCachingClient(client: Client, isForm: boolean): Client;
  /** Caches answers from now on, because every change is announced to `invalidate`. */
  enable(): void;
  /** Forgets what was read with these tags, or is being read; `*` stands for all tags. */
  invalidate(tags: readonly string[]): void;
  /** Caches nothing more, because changes may be missed. What was cached serves forms while the database is away. */
  disable(): void;
  /** Cached answers, their bytes, and how many stale ones were served while the database was away. */
  size(): { answers: number; bytes: number; stale: number };
}

/** Bytes that a cached answer takes beside its text. */
const overhead = 500;

/** Creates a cache of at most `maxBytes` of answers, measured as JSON; 0 caches nothing. */
export function createDataCache(maxBytes: number): DataCache {
  const reads = new LRUCache<string, CachedRead>({ maxSize: Math.max(1, maxBytes) });
  let isEnabled = false;
  let disabledAt = 0;
  let stale = 0;

  function read<T>(key: string, tags: readonly CacheTag[], ask: () => Promise<T>): Promise<T> {
    const kept = reads.get(key);
    // What failed for one caller, such as its rate limit, another caller asks for itself.
    if (kept) return (kept.answer as Promise<T>).catch(() => ask());
    const answer = ask();
    const begun: CachedRead = { tags, answer };
    // The promise is cached before it settles, so concurrent callers share it and a change meanwhile removes it.
    reads.set(key, begun, { size: overhead });
    answer.then(
      (value) => {
        if (reads.peek(key) === begun)
          reads.set(key, { tags, answer }, { size: overhead + key.length + JSON.stringify(value).length });
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
      const kept = performance.now() - disabledAt < longestOutage ? reads.get(key) : undefined;
      if (!kept || !isApiFailure(error) || error.status !== 503) throw error;
      stale += 1;
      return kept.answer as Promise<T>;
    }
  }

  return {
    createCachingClient: (client, isForm) => {
      if (maxBytes === 0) return client;
      /** `ask` gets the caller's options only if the call is not shared: a shared call continues when one caller gives up. */
      const choose = <T>(
        key: string,
        tags: readonly CacheTag[] | undefined,
        options: CallOptions | undefined,
        ask: (options?: CallOptions) => Promise<T>,
      ): Promise<T> => {
        if (tags && isEnabled) return read(key, tags, () => ask());
        return tags && isForm ? readInOutage(key, () => ask(options)) : ask(options);
      };
      return {
        ...client,
        entries: (type, operation, input, options) => {
          // A preview token may show what visitors do not see.
          const isPublic = !('admin' in input) || input.admin === undefined;
          const tags = isPublic ? tagsOfEntries(type, operation) : undefined;
          return choose(`${type} ${operation} ${JSON.stringify(input)}`, tags, options, (passed) =>
            client.entries(type, operation, input, passed),
          );
        },
        call: (name, input, options) =>
          choose(`${name} ${JSON.stringify(input)}`, tagsOfOperation(name, input), options, (passed) =>
            client.call(name, input, passed),
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
      // Called again for each attempt to subscribe that fails.
      if (isEnabled) disabledAt = performance.now();
      isEnabled = false;
    },
    size: () => ({ answers: reads.size, bytes: reads.calculatedSize, stale }),
  };
}
