import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

// Advances the clock of a page. Call `page.clock.install()` before the page is opened.

/** Milliseconds by which a clock jumps when it is stopped; longer than reading the page's time takes. */
const jump = 60_000;

/** Stops the page's clock. From then on only `page.clock.runFor` moves it, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  // Playwright stops a clock only at a time that the clock has not reached yet.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + jump);
}

/** Returns the milliseconds of the page's own clock. */
export function readPageTime(page: Page): Promise<number> {
  return page.evaluate(() => performance.now());
}

/** Lets the page's time pass, in steps of a quarter of a second, until an expectation holds. */
export async function passTimeUntil(page: Page, expectation: () => Promise<void> | void): Promise<void> {
  await expect(async () => {
    const failure = await Promise.resolve()
      .then(expectation)
      .then(
        () => null,
        (error: unknown) => ({ error }),
      );
    if (!failure) return;
    await page.clock.runFor(250);
    throw failure.error;
  }).toPass({ intervals: [10] });
}
