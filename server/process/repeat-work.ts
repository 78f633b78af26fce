import { setTimeout as sleep } from 'node:timers/promises';

/** Work in the background. `stop` resolves when the work in progress has ended. */
export interface BackgroundJob {
  stop(): Promise<void>;
}

interface RepeatOptions {
  /** Milliseconds before the first run; default: 0. */
  startDelay?: number;
  /**
   * Handles a failure. `failures` counts those in a row. Returns the milliseconds until the next run. Without it `work`
   * must not reject.
   */
  onFailure?: (error: unknown, failures: number) => number | Promise<number>;
}

/**
 * Repeats work until it is stopped. `work` returns the milliseconds until its next run. Its signal aborts when the work
 * has to end; a failure after that is ignored.
 */
export function repeatWork(
  work: (signal: AbortSignal) => Promise<number>,
  { startDelay = 0, onFailure }: RepeatOptions = {},
): BackgroundJob {
  const ending = new AbortController();
  const { signal } = ending;
  async function run(): Promise<void> {
    let pause = startDelay;
    let failures = 0;
    while (!signal.aborted) {
      if (pause > 0) await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        pause = await work(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        if (!onFailure) throw error;
        failures += 1;
        pause = await onFailure(error, failures);
      }
    }
  }
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}

/** Returns the milliseconds before the next attempt: the interval, doubled by each further failure up to a maximum. */
export const backOff = (interval: number, maxPause: number, failures: number) =>
  Math.min(maxPause, interval * 2 ** (failures - 1));
