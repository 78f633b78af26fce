import { randomInt } from 'node:crypto';
import { type BrowserContext, test as base, expect, type Page, type Route } from '@playwright/test';
import { reportsPath } from '../server/http/violation-reports.ts';

/** Returns the address of the site under test, which testing/site.ts starts. */
export const getSiteAddress = () => process.env.SITE ?? '';

interface Fixtures {
  /** Expects errors, warnings and policy violations that match a pattern from now on. Any other fails the test. */
  expectComplaint(pattern: RegExp): void;
  /** A page of a browser without JavaScript. */
  plainPage: Page;
  /** Whether the visitor sends a form as fast as a program; the server then asks for a proof of work. */
  isHasty: boolean;
  complaints: Complaints;
}

/**
 * Chromium's report that a page was shown before its view transition could begin, which happens on a busy machine.
 */
const lateTransition = /^exception: Transition was aborted because of invalid state\. Page already revealed$/;

/** The errors, warnings and policy violations of a test's pages. */
interface Complaints {
  /** Patterns of those that the test expects from now on. */
  expected: RegExp[];
  unexpected: string[];
  record(text: string): void;
}

function createComplaints(): Complaints {
  const expected = [lateTransition];
  const unexpected: string[] = [];
  const record = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) unexpected.push(text);
  };
  return { expected, unexpected, record };
}

interface WorkerFixtures {
  plainContext: BrowserContext;
}

/** Runs in the page. Makes every form report a fill time of a minute, which `form-guard.tsx` otherwise measures. */
export function fakeFillTime(): void {
  document.addEventListener('formdata', ({ formData }) => {
    if (formData.has('fillTime')) formData.set('fillTime', '60000');
  });
}

/**
 * Playwright's `test` on the site under test. Errors and warnings of the page that a test does not expect fail it. A
 * test that uses neither `page` nor `context` opens no browser page, which would cost it most of its time.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  baseURL: async ({}, use) => use(getSiteAddress()),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  extraHTTPHeaders: async ({}, use) => {
    const createAddressGroup = () => randomInt(0x10000).toString(16);
    await use({ 'x-forwarded-for': `2001:db8:${createAddressGroup()}:${createAddressGroup()}::1` });
  },
  isHasty: [false, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  complaints: async ({}, use) => use(createComplaints()),
  expectComplaint: async ({ complaints }, use) => use((pattern) => complaints.expected.push(pattern)),
  context: async ({ context, isHasty, complaints: { unexpected, record } }, use) => {
    if (!isHasty) await context.addInitScript(fakeFillTime);
    // Also of pages that the test opens itself, and of documents that a page only parses.
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === reportsPath) record(`Content Security Policy: ${request.postData()}`);
    });
    await use(context);
    expect(unexpected, 'the page complained').toEqual([]);
  },
  page: async ({ page, complaints: { record } }, use) => {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        record(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => record(`exception: ${error.message}`));
    await use(page);
  },
  plainContext: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ javaScriptEnabled: false });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  plainPage: async ({ plainContext }, use) => {
    const page = await plainContext.newPage();
    await use(page);
    await page.close();
  },
});

/** Moves the pointer until the page is hydrated. After that, links navigate without a full load. */
export async function waitForHydration(page: Page): Promise<void> {
  // The page ignores a resting pointer, so each event needs another position. A browser merges the events of one frame.
  let place = 0;
  await expect(async () => {
    for (let event = 0; event < 2; event += 1) await page.mouse.move(0, place++);
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true', { timeout: 300 });
  }).toPass({ intervals: [10] });
}

/** Holds the requests for some addresses until the returned function is called. By default they then go on. */
export async function holdRequests(
  page: Page,
  addresses: Parameters<Page['route']>[0],
  answer = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await answer(route);
  });
  return resolve;
}

/** Holds the requests for the code that pages share until the returned function is called. */
export const holdSharedCode = (page: Page): Promise<() => void> => holdRequests(page, /\/assets\/shared-/);

/** Waits until the fonts are there, everything so far is painted, and the page has nothing left to do. */
export async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // The second frame begins when the first is painted.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve));
  });
}

export { expect };
