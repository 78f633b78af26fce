import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

// Advances the clock of a page. Call `page.clock.install()` before the page is opened.

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
