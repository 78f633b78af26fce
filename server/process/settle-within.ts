import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a promise, but not longer than a time. Returns whether the promise has settled, fulfilled or rejected. */
export async function settleWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const ending = new AbortController();
  const settled = work.then(
    () => true,
    () => true,
  );
  const late = sleep(milliseconds, false, { signal: ending.signal }).catch(() => false);
  try {
    return await Promise.race([settled, late]);
  } finally {
    ending.abort();
  }
}
