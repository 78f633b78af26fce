import type { Page } from '@playwright/test';
import { expect, test, waitForHydration, waitForPaint } from './browser.ts';
import { stopClock } from './clock.ts';

/** Returns a list to which the path of every later request for a script or the API is added. */
function watchRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(?:api|assets)\//.test(pathname)) seen.push(pathname);
  });
  return seen;
}

const getLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true });

test('hovering over a link loads the code and the data of its page, and opening it requests nothing more', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/why-us');
  await waitForHydration(page);
  // Prefetched data is kept for a second.
  await stopClock(page);
  const seen = watchRequests(page);
  const data = page.waitForResponse(/\/api\/plan/);
  await getLink(page, 'Our plans').hover();
  await page.clock.runFor(100);
  await (await data).finished();
  expect(seen.some((path) => /\/assets\/entry-list-.*\.js$/.test(path))).toBe(true);
  const before = seen.length;
  await getLink(page, 'Our plans').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/plans/i);
  expect(seen.slice(before).filter((path) => !path.includes('user-view'))).toEqual([]);
});

test('prefetched data is used for a second, and then requested again', async ({ page }) => {
  await page.clock.install();
  await page.goto('/why-us');
  await waitForHydration(page);
  const seen = watchRequests(page);
  const early = page.waitForResponse(/\/api\/plan/);
  await getLink(page, 'Our plans').hover();
  await (await early).finished();
  await waitForPaint(page);
  await page.clock.runFor(1_500);
  const before = seen.length;
  await getLink(page, 'Our plans').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/plans/i);
  expect(seen.slice(before).some((path) => path.includes('plan'))).toBe(true);
});

test('nothing is prefetched with Save-Data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.clock.install();
  await page.goto('/why-us');
  await waitForHydration(page);
  await waitForPaint(page);
  const seen = watchRequests(page);
  await getLink(page, 'Our plans').hover();
  await page.clock.runFor(500);
  await waitForPaint(page);
  expect(seen).toEqual([]);
  await getLink(page, 'Our plans').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/plans/i);
});

test('before hydration the browser itself prefetches the hovered page', async ({ page, context }) => {
  // The page must not notice the pointer or the scrolling.
  await page.addInitScript(() => {
    for (const type of ['pointermove', 'scroll'])
      window.addEventListener(type, (event) => event.stopImmediatePropagation(), { capture: true });
  });
  const fetched: string[] = [];
  context.on('request', (request) => {
    if (request.headers()['sec-purpose']?.startsWith('prefetch')) fetched.push(new URL(request.url()).pathname);
  });
  await page.goto('/why-us');
  await getLink(page, 'Our plans').hover();
  await expect.poll(() => fetched).toEqual(['/our-plans']);
  await page.keyboard.press('Tab');
  await waitForHydration(page);
  // A hydrated page prefetches by itself.
  await expect(page.locator('script[type=speculationrules]')).toHaveCount(0);
});
