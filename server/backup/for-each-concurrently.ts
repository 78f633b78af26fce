import type { Report } from '../process/steps.ts';

/** The number of items that are processed at once. Their objects are in memory. */
const concurrency = 4;

/**
 * Runs work for every item, for four items at once. After a failure no further work begins. The promise rejects when
 * the work in progress has ended, so that the caller can clean up. `report` is told how many items are done.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  report?: Report,
): Promise<void> {
  let done = 0;
  // Leaving a loop over a generator by an error ends the generator for the other loops too.
  const queue = (function* () {
    yield* items;
  })();
  async function runQueue(): Promise<void> {
    for (const item of queue) {
      await work(item);
      report?.(`${++done} of ${items.length}`);
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, runQueue));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
