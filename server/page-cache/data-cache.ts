import { LRUCache } from 'lru-cache';
import { type CallOptions, type Client, isApiFailure } from '../../contract/client.ts';
import { type CacheTag, tagsOfEntries, tagsOfOperation } from './dependencies.ts';
import { longestOutage } from './stale-responses.ts';

/** What a read answered or is about to, and the tags of the content it is made from. */
interface CachedRead {
  tags: readonly CacheTag[];
  answer: Promise<unknown>;
}

/**
 * Keeps the answers of the API that pages are made of, so that pages of the same data read it once. Only reads whose changes
 * are announced are kept.
 */
export interface DataCache {
  /**
   * Returns a client whose reads come from this cache. For a form, whose page must come back with what was typed, they do so
   * also while the database is away.
   */
  cachingClient(client: Client, isForm: boolean): Client;
  /** Keeps answers from now on: every change is told by `invalidate`. */
  enable(): void;
  /** Forgets what was read with these tags, or is being read; `*` stands for all tags. */
  invalidate(tags: readonly string[]): void;
  /** Keeps nothing new, for changes may be missed; what was kept serves forms while the database is away. */
  disable(): void;
  /** How much is kept, and how many reads were served from before while the database was away. */
  size(): { answers: number; bytes: number; stale: number };
}

/** Bytes that a kept answer takes beside its text. */
const overhead = 500;

/** @param limit bytes that all answers together may take, as JSON; 0 keeps none */
export function createDataCache(limit: number): DataCache {
  const reads = new LRUCache<string, CachedRead>({ maxSize: Math.max(1, limit) });
  let isEnabled = false;
  let disabledAt = 0;
  let stale = 0;

  function read<T>(key: string, tags: readonly CacheTag[], ask: () => Promise<T>): Promise<T> {
    const kept = reads.get(key);
    if (kept) return kept.answer as Promise<T>;
    const answer = ask();
    const begun: CachedRead = { tags, answer };
    // Kept before it is there: others wait for the same answer, and a change that comes meanwhile removes it.
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
    cachingClient: (client, isForm) => {
      if (limit === 0) return client;
      /** `ask` takes the options of a call that is the visitor's alone; a shared one goes on when its first asker gives up. */
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
      isEnabled = false;
      disabledAt = performance.now();
    },
    size: () => ({ answers: reads.size, bytes: reads.calculatedSize, stale }),
  };
}
