import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { CachedResponse } from './response-cache.ts';

/** Milliseconds for which a response is remembered. Proxies store it for a second, but nginx counts whole seconds. */
const copyLife = 3_000;
/** The greatest number of remembered responses, and of waiting refreshes. Copies beyond it expire unrefreshed. */
const maxCopies = 2_000;
/** The greatest length of an address with its `Accept-Encoding`. Responses with longer ones are not remembered. */
const maxKeyLength = 1_000;
/** The number of concurrent requests to one proxy, and the milliseconds in which the proxy must answer. */
const concurrency = 8;
const patience = 2_000;

/** A response that a proxy may have stored. */
interface Copy {
  url: string;
  /** The `Accept-Encoding` of the request, because a proxy stores each encoding separately. */
  accepted: string;
  tags: ReadonlySet<string>;
}

export interface ProxyRefresherOptions {
  /** Addresses at which proxies request a path from the site and replace their copy, see `deploy/nginx.conf`. */
  proxies: readonly string[];
  /** The host of the public address; by default each proxy's own host. */
  host?: string | undefined;
  onError: (error: unknown) => void;
}

export interface ProxyRefresher {
  /**
   * Remembers a response that was sent, because proxies may store it. Refreshes an outdated one at once, and one that
   * is being replaced when its replacement is rendered.
   */
  noteResponse(url: string, accepted: string, response: CachedResponse): void;
  /** Refreshes the copies that depend on one of these tags; `*` stands for all tags. */
  refresh(tags: readonly string[]): void;
  stop(): void;
}

/**
 * Creates the part of the page cache that keeps proxies in front of the servers fresh. Each server refreshes the copies
 * of the responses that it sent itself, so together the servers refresh all copies.
 */
export function createProxyRefresher({ proxies, host, onError }: ProxyRefresherOptions): ProxyRefresher {
  const agent = new Agent({ keepAlive: true });
  const limits = proxies.map((proxy) => ({ proxy, limit: pLimit(concurrency) }));
  const copies = new LRUCache<string, Copy>({ max: maxCopies, ttl: copyLife });
  const waiting = new Set<string>();
  let isStopped = false;

  async function requestCopy(proxy: string, { url, accepted }: Copy): Promise<void> {
    const headers = { ...(host ? { host } : {}), ...(accepted ? { 'accept-encoding': accepted } : {}) };
    const signal = AbortSignal.timeout(patience);
    const asked = request(proxy + url, { agent, headers, signal }).end();
    const [answer] = await once(asked, 'response');
    answer.resume();
    await once(answer, 'end');
  }

  function refreshCopy(key: string, copy: Copy): void {
    for (const { proxy, limit } of limits) {
      const job = `${proxy} ${key}`;
      if (waiting.has(job) || waiting.size >= maxCopies) continue;
      waiting.add(job);
      void limit(async () => {
        // A change after this line needs a further request.
        waiting.delete(job);
        if (!isStopped) await requestCopy(proxy, copy).catch(onError);
      });
    }
  }

  return {
    noteResponse: (url, accepted, { tags, isOutdated, renewal }) => {
      const key = `${accepted} ${url}`;
      if (key.length > maxKeyLength) return;
      const copy = { url, accepted, tags };
      copies.set(key, copy);
      if (isOutdated) refreshCopy(key, copy);
      void renewal?.promise.then(() => refreshCopy(key, copy));
    },
    refresh: (changed) => {
      for (const [key, copy] of copies.entries())
        if (changed.some((tag) => tag === '*' || copy.tags.has(tag))) refreshCopy(key, copy);
    },
    stop: () => {
      isStopped = true;
      agent.destroy();
    },
  };
}
