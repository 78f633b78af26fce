import { setTimeout as sleep } from 'node:timers/promises';
import { settleWithin } from '../server/process/settle-within.ts';

/** Milliseconds for which a trial or a proof waits for a site. */
export const limits = {
  start: 120_000,
  answer: 30_000,
  /** Until the pages in progress are answered. */
  pages: 60_000,
  /** Until the pending forms are answered. Their visitors give up after 120 s. */
  forms: 180_000,
  recovery: 60_000,
  end: 30_000,
};

/** Returns the result of work. Throws an error that names what was waited for if the work does not end in time. */
export async function waitWithin<T>(milliseconds: number, what: string, work: Promise<T>): Promise<T> {
  if (await settleWithin(milliseconds, work)) return work;
  throw new Error(`Gave up waiting for ${what} after ${milliseconds / 1_000} s`);
}

/** Repeats a check until it returns true. Throws an error that names what was waited for if it does not in time. */
export async function pollWithin(milliseconds: number, what: string, check: () => Promise<boolean>): Promise<void> {
  let isLate = false;
  async function poll(): Promise<void> {
    while (!isLate && !(await check())) await sleep(50);
  }
  try {
    await waitWithin(milliseconds, what, poll());
  } finally {
    isLate = true;
  }
}
