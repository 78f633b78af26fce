import type { Page } from '@playwright/test';
import { expect, hydrated, test } from './browser.ts';

// Runs when all other tests have ended, for it measures the machine too.

const link = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Milliseconds from the press of a link until the frame in which the next page's heading has been painted. */
async function timeToPaint(page: Page, name: string): Promise<number> {
  await page.evaluate(() => {
    const shown = document.querySelector('main h1');
    const state = window as { painted?: Promise<number> };
    state.painted = new Promise((resolve) => {
      document.addEventListener(
        'click',
        ({ timeStamp }) => {
          const look = () => {
            const heading = document.querySelector('main h1');
            if (!heading || heading === shown) requestAnimationFrame(look);
            // The frame after the one in which it stands in the document: that one has been painted.
            else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          };
          look();
        },
        { once: true, capture: true },
      );
    });
  });
  await link(page, name).hover();
  // As long as people take from resting on a link to pressing it, at the least.
  await page.waitForTimeout(150);
  await link(page, name).click();
  return page.evaluate(() => (window as { painted?: Promise<number> }).painted as Promise<number>);
}

test('a page whose link was rested on is painted within 100 ms of the press', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const times: number[] = [];
  for (let round = 0; round < 3; round++)
    for (const name of ['What we do', 'Our plans', 'Why us']) times.push(await timeToPaint(page, name));
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
  expect(median, times.map(Math.round).join(', ')).toBeLessThanOrEqual(100);
});
