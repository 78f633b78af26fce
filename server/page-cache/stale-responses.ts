import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds for which a stale response may be served. `stale-if-error` tells CDNs the same. */
export const maxStaleAge = 60 * 60 * 1_000;
/** Milliseconds between requests that try the database during an outage. */
const retryInterval = 1_000;
/** Milliseconds that a request waits for a fresh response before it gets the stale one. */
const freshTimeout = 1_000;

/** A period in which every change of content is announced. */
export interface Subscription {
  /** When the subscription ended, on the clock of `performance.now`; null while it lasts. */
  lostAt: number | null;
}

/** Returns whether a response from a subscription may be served if the database does not answer. */
export function canServeStale({ lostAt }: Subscription, now = performance.now()): boolean {
  return lostAt !== null && now - lostAt < maxStaleAge;
}

/**
 * Creates a function that renders a fresh response. If the fresh response is a 503, fails or takes too long, the
 * function returns the stale cache entry instead.
 */
export function createStaleIfErrorFallback() {
  /** When a request tries the database again; null while the database is believed to answer. */
  let retryAt: number | null = null;
  return async <Stale, Fresh extends object>(stale: Stale, render: () => Promise<Fresh>): Promise<Stale | Fresh> => {
    if (retryAt !== null) {
      if (performance.now() < retryAt) return stale;
      // Meanwhile other requests get the stale response at once.
      retryAt = performance.now() + retryInterval;
    }
    const rendered = render().catch(() => null);
    const fresh = await Promise.race([rendered, sleep(freshTimeout, null, { ref: false })]);
    const hasAnswered = fresh !== null && !('status' in fresh && fresh.status === 503);
    retryAt = hasAnswered ? null : performance.now() + retryInterval;
    return hasAnswered ? fresh : stale;
  };
}
