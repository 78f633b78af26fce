import type { Locator, Page } from '@playwright/test';
import { company } from '../testing/site-content.ts';
import { expect, holdRequests, test, waitForHydration } from './browser.ts';
import { passTimeUntil, readPageTime, stopClock } from './clock.ts';

// Specification, sections 2 and 9: a page's code is tried once and 5 times more, 1000 ms apart, then the error screen.

/** The message in the browser's console about a request that a test makes fail. */
const failedRequest = /Failed to load resource|Failed to fetch dynamically imported module/;
const missingCode = 'Part of this page did not load';
const chunk = /\/assets\/entry-list-[\w-]+\.js/;

/** Sets a property of the window that a full page load would remove. */
async function setMark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
}

const isMarked = (page: Page) => page.evaluate(() => 'stillHere' in window);

const followLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
const getHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const expectShown = (locator: Locator) => async () => expect(await locator.count()).toBe(1);

/** Opens a page whose clock the test advances, and waits until it is hydrated. */
async function openHydrated(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('/about-us');
  await waitForHydration(page);
  await setMark(page);
}

/** Makes requests for the chunk fail while `isBroken` returns true. The returned function returns their number. */
async function breakChunk(page: Page, isBroken: (requests: number) => boolean): Promise<() => number> {
  let requests = 0;
  await page.route(chunk, (route) => {
    requests += 1;
    return isBroken(requests) ? route.abort('connectionfailed') : route.continue();
  });
  return () => requests;
}

/** Counts the timers of a delay, in milliseconds, that the page sets from now on. Returns a function that reads it. */
async function watchTimers(page: Page, delay: number): Promise<() => Promise<number>> {
  const timers = await page.evaluateHandle((watchedDelay) => {
    const { setTimeout: setTimer } = window;
    const watched = { count: 0 };
    const countAndSet = (handler: TimerHandler, timeout?: number, ...values: unknown[]) => {
      if (timeout === watchedDelay) watched.count += 1;
      return setTimer(handler, timeout, ...values);
    };
    Object.assign(window, { setTimeout: countAndSet });
    return watched;
  }, delay);
  return () => timers.evaluate(({ count }) => count);
}

test('a chunk that loads at the sixth attempt opens the page', async ({ page, expectComplaint }) => {
  expectComplaint(failedRequest);
  const requests = await breakChunk(page, (count) => count <= 5);
  await openHydrated(page);
  await followLink(page, 'What we do');
  await passTimeUntil(page, expectShown(getHeading(page, 'What we do')));
  expect(requests()).toBe(6);
  expect(await isMarked(page)).toBe(true);
});

test('a chunk that always fails ends on the error screen after about five seconds, without a reload', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(failedRequest);
  const requests = await breakChunk(page, () => true);
  await openHydrated(page);
  await stopClock(page);
  const countPauses = await watchTimers(page, 1_000);
  const pressed = await readPageTime(page);
  await followLink(page, 'What we do');
  // Time passes only when the page has begun its next pause, so that a slow machine adds none.
  for (let pause = 1; pause <= 5; pause += 1) {
    await expect.poll(countPauses).toBe(pause);
    expect(requests()).toBe(pause);
    await page.clock.runFor(1_000);
  }
  await expect(getHeading(page, missingCode)).toBeVisible();
  const took = (await readPageTime(page)) - pressed;
  expect(took).toBeGreaterThan(4_900);
  expect(took).toBeLessThan(8_000);
  expect(requests()).toBe(6);
  expect(await isMarked(page)).toBe(true);
  await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Check your connection, then try again');
  await expect(page.getByRole('main')).not.toContainText(/number|written down|500/);
});

for (const how of ['try again', 'plain link', 'same link'] as const) {
  test(`after a failed load of a page's code, the ${how} opens the page once the code loads`, async ({
    page,
    expectComplaint,
  }) => {
    expectComplaint(failedRequest);
    let isBroken = true;
    await breakChunk(page, () => isBroken);
    await openHydrated(page);
    await followLink(page, 'Our plans');
    await passTimeUntil(page, expectShown(getHeading(page, missingCode)));
    isBroken = false;
    const main = page.getByRole('main');
    if (how === 'try again') await main.getByRole('button', { name: 'Try again' }).click();
    else if (how === 'plain link') await main.getByRole('link', { name: 'Open the page directly' }).click();
    else {
      await page.getByRole('link', { name: `${company.name}, home` }).click();
      await followLink(page, 'Our plans');
    }
    await expect(getHeading(page, 'Our plans')).toBeVisible();
    await expect(page).toHaveURL(/\/our-plans$/);
    expect(await isMarked(page)).toBe(how !== 'plain link');
  });
}

test('shared code that fails at first is tried again, and the page hydrates', async ({ page, expectComplaint }) => {
  expectComplaint(failedRequest);
  let requests = 0;
  await page.route(/\/assets\/router-[\w-]+\.js/, (route) => {
    requests += 1;
    return requests <= 4 ? route.abort('connectionfailed') : route.continue();
  });
  await page.clock.install();
  await page.goto('/about-us');
  let place = 0;
  await passTimeUntil(page, async () => {
    await page.mouse.move(0, place++);
    expect(await page.locator('html').getAttribute('data-hydrated')).toBe('true');
  });
  expect(requests).toBeGreaterThan(4);
});

test('a green 80×80 spinner is centred while a page loads, and is replaced after 8 s', async ({ page }) => {
  const release = await holdRequests(page, chunk);
  await openHydrated(page);
  await stopClock(page);
  const pressed = await readPageTime(page);
  await followLink(page, 'What we do');
  const spinner = page.getByRole('status').filter({ hasText: 'Loading the page' });
  await expect(spinner).toBeVisible();
  const box = await spinner.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box).toMatchObject({ width: 80, height: 80 });
  expect(Math.abs((box?.x ?? 0) + 40 - width / 2)).toBeLessThanOrEqual(8);
  expect(Math.abs((box?.y ?? 0) + 40 - height / 2)).toBeLessThanOrEqual(8);
  const [red = 0, green = 0, blue = 0] =
    (await spinner.locator('path').evaluate((arc) => getComputedStyle(arc).stroke)).match(/\d+/g)?.map(Number) ?? [];
  expect(green).toBeGreaterThan(Math.max(red, blue));

  const late = page.getByRole('status').filter({ hasText: 'Still loading' });
  await passTimeUntil(page, expectShown(late));
  expect((await readPageTime(page)) - pressed).toBeGreaterThanOrEqual(7_900);
  await expect(spinner).toBeHidden();
  await expect(late.getByRole('link')).toHaveAttribute('href', '/what-we-do');
  release();
  await expect(getHeading(page, 'What we do')).toBeVisible();
  await expect(late).toBeHidden();
});

test('under reduced motion the spinner is still', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.route(chunk, () => undefined);
  await page.goto('/about-us');
  await waitForHydration(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'What we do' }).click();
  const drawing = page.getByRole('status').filter({ hasText: 'Loading the page' }).locator('svg');
  await expect(drawing).toBeVisible();
  expect(await drawing.evaluate((svg) => svg.getAnimations().length)).toBe(0);
  await context.close();
});

test('a page of an earlier release loads the whole document when its chunk is gone', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(failedRequest);
  // The browser skips the transition if the old document has no pending work.
  expectComplaint(/Transition was aborted/);
  await page.route(chunk, (route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'gone' }));
  await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'a-newer-release' } }));
  await page.goto('/about-us');
  await waitForHydration(page);
  await setMark(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'What we do' }).click();
  await page.waitForURL('**/what-we-do');
  await expect(page.getByRole('heading', { level: 1, name: 'What we do' })).toBeVisible();
  expect(await isMarked(page)).toBe(false);
});

test('/blog never stays in history', async ({ page }) => {
  await page.goto('/about-us');
  await page.goto('/blog?page=2');
  await expect(page).toHaveURL(/\/blogs\?page=2$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/about-us$/);
});

test('a missing chunk is a 404 that is not cached, and never HTML', async ({ request, baseURL }) => {
  const answer = await request.get(`${baseURL}/assets/home-00000000.js`);
  expect(answer.status()).toBe(404);
  expect(answer.headers()['cache-control']).toBe('no-store');
  expect(answer.headers()['content-type']).not.toContain('html');
});
