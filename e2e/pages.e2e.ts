import type { BrowserContext, Page } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { paths } from '../contract/http/paths.table.ts';
import { findHtmlErrors } from '../testing/html-standard.ts';
import { company, testEntries } from '../testing/site-content.ts';
import { expectAccessible, findViolations } from './axe.ts';
import { expect, getSiteAddress, test, waitForHydration, waitForPaint } from './browser.ts';
import { expectHeaderPolicy, expectNothingInline, readState } from './header-policy.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { expectHead, expectMissingHead, expectSocialImage } from './page-head.ts';
import { expectReflow } from './reflow.ts';
import { createApiClient, detailTypes, type Expected, foundRoutes, missingRoutes, missingScreens } from './routes.ts';

// Opens every kind of address once, and checks everything that holds for every page.

/** Returns the accessibility tree of a page's main part, without texts that depend on the time. */
async function readRolesAndNames(page: Page): Promise<string> {
  const text = await page.getByRole('main').ariaSnapshot();
  return `${text
    .replace(/^( *)- region "Question of the day":\n(?:\1 +.*\n)*/m, '$1- region "Question of the day"\n')
    .replace(/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'WEEKDAY')
    .replace(/\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b/g, 'DATE')
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, 'DATE')
    .replace(/\b\d{2}:\d{2}\b/g, 'TIME')
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/g, 'REQUEST')}\n`;
}

/** Returns the file name of the snapshot of a kind of page. */
function getSnapshotName(kind: string): string {
  return `${kind.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}.yml`;
}

/** Returns what React holds for the text of each `Prose` of a page, and what the page shows. */
function readTexts(page: Page): Promise<{ held: string; shown: string }[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-prose]')].map((element) => {
      const [, props] = Object.entries(element).find(([name]) => name.startsWith('__reactProps$')) ?? [];
      return { held: String(props?.dangerouslySetInnerHTML.__html), shown: element.innerHTML };
    }),
  );
}

/** The browser itself reports a document that is answered 404. */
const missingDocument = /Failed to load resource: the server responded with a status of 404/;

const viewPath = paths.recordView;

const flattenText = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

async function expectPage(page: Page, { h1, text }: Expected): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  expect(flattenText(await page.locator('h1').textContent())).toBe(flattenText(h1));
  await expect(page.getByRole('main')).toContainText(flattenText(text));
  await expect(page).toHaveTitle(/\S+/);
}

/** What a page requested, as URLs, and the views that it reported. */
interface RecordedRequests {
  /** Requests to other origins. */
  foreign: string[];
  /** Failed requests, without the document itself. */
  failed: string[];
  /** Responses that set a cookie. */
  cookies: string[];
  views: unknown[];
}

function recordRequests(page: Page, hasScripts: boolean): RecordedRequests {
  const seen: RecordedRequests = { foreign: [], failed: [], cookies: [], views: [] };
  page.on('request', (request) => {
    const { protocol, origin, pathname } = new URL(request.url());
    if (pathname === viewPath) seen.views.push(request.postDataJSON());
    if (protocol !== 'data:' && origin !== getSiteAddress()) seen.foreign.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest()) seen.failed.push(response.url());
    if (response.headers()['set-cookie']) seen.cookies.push(response.url());
  });
  page.on('requestfailed', (request) => {
    // A browser without JavaScript refuses scripts, also those that are only preloaded.
    if (!hasScripts && request.resourceType() === 'script') return;
    seen.failed.push(`${request.url()} ${request.failure()?.errorText}`);
  });
  return seen;
}

/**
 * Returns the text of the main part, without free times and without controls that are shown only with or only
 * without JavaScript.
 */
async function getText(page: Page): Promise<string> {
  const text = await page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as Element;
    // Times that are free may be taken between two loads.
    const left = '.code > button, .code > [role="status"], noscript, #times li, #times summary';
    for (const part of copy.querySelectorAll(left)) part.remove();
    return copy.textContent;
  });
  return flattenText(text).replace(/quote the request \S+/, '');
}

/** Expects that a visitor who has agreed to nothing is asked, and leaves the page without anything stored. */
async function expectNothingStored(page: Page, context: BrowserContext): Promise<void> {
  await expect(page.getByRole('region', { name: 'Recognising this device' })).toHaveCount(1);
  const stored = await page.evaluate(async () => ({
    local: { ...localStorage } as Record<string, string>,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
  }));
  expect(stored).toEqual({ local: {}, session: expect.any(Number), databases: 0 });
  expect(stored.session).toBeLessThanOrEqual(1);
  expect(await context.cookies()).toEqual([]);
}

/** Waits until the controls that need JavaScript are complete, which is after hydration. */
async function waitForControls(page: Page): Promise<void> {
  await waitForPaint(page);
  // Charts are measured and can be zoomed after hydration.
  await page.waitForFunction(() => !document.querySelector('button[aria-label^="Zoom in"][aria-disabled="true"]'));
  // The buttons of code blocks have a script of their own.
  await page.waitForFunction(() => !document.querySelector('main .code:not(:has(button))'));
}

/** Expects what every response with a page has: headers, a head, a state, and the cache policy of the page. */
async function expectResponse(html: string, headers: Record<string, string>, address: string, status: number) {
  expectHeaderPolicy(headers);
  await expectNothingInline(html, headers);
  const { text, state } = readState(html);
  expect(text).not.toContain('<');
  expect(await findHtmlErrors(html)).toEqual([]);
  expect(text).not.toMatch(/"html":"[^"]/);
  expect(state).toHaveProperty('loaderData');
  const isCacheable = status === 200 && !/thank-you|book-a-free-consultation/.test(address);
  expect(headers['cache-control']).toMatch(isCacheable ? /^public, / : /^no-store$/);
  if (status !== 404) return;
  expectMissingHead(html, company.name);
  expect(state).toMatchObject({ failure: { status: 404 } });
  expect(text).not.toMatch(/Internal Server Error|\b500\b/);
}

/**
 * Returns the part of a page that is tested at every width and theme. Home is tested whole, because every page has its
 * header and footer.
 */
function getTestedPart(address: string): { within?: string } {
  if (address === '/') return {};
  // The other groups of operations consist of the same parts.
  return { within: address === '/api/docs' ? '#group-blogs, #group-forms, #failures' : 'main' };
}

/** Returns the view that an address must report. Views of entries are counted, except those of type PAGE. */
function getExpectedView(address: string): unknown[] {
  for (const contentType of detailTypes)
    for (const { slug } of testEntries[contentType])
      if (getEntryPath(contentType, slug) === address) return [{ contentType, slug }];
  return [];
}

/** Kinds of pages that look like another kind with other data. They are tested at one width and in one theme only. */
const looksLikeAnother =
  /^\/search$|^\/book-.*-thank-you|^\/terms|second page|category of \/(?:trivia|infographics)|^an? (?:unknown|page beyond|team)/;

/** Returns whether a kind of page has parts that visitors open. */
const hasDetails = (kind: string) => /^one entry|what-we-do/.test(kind);

// The company's time zone: in another one the consultation page is hydrated at once to show local times.
test.use({ timezoneId: 'Europe/London' });

for (const route of [...foundRoutes, ...missingScreens]) {
  test(`${route.name} answers ${route.status} and is complete with and without JavaScript, at every width, in both themes`, async ({
    page,
    plainPage,
    context,
    request,
    expectComplaint,
  }) => {
    if (route.status === 404) expectComplaint(missingDocument);
    const expected = await route.find();
    const { address } = expected;
    const seen = recordRequests(page, true);
    const seenPlain = recordRequests(plainPage, false);
    const shifts = await recordLayoutShifts(page);
    const answer = await page.goto(address);
    if (!answer) throw new Error('no answer');
    const html = await answer.text();

    await test.step('its response is whole', async () => {
      expect(answer.status()).toBe(route.status);
      await expectResponse(html, await answer.allHeaders(), address, route.status);
      // The Host header must not affect the page.
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
      expect(await (await request.get(address, { headers })).text()).not.toContain('evil.example');
      if (route.status === 404) return;
      const image = expectHead(html, address, { url: getSiteAddress(), name: company.name });
      await expectSocialImage(request, image);
    });

    await test.step('it hydrates and moves nothing', async () => {
      await waitForPaint(page);
      await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
      const texts = await readTexts(page);
      await waitForHydration(page);
      // A text is sent once: the page state refers to it in the markup (`site/hydration/page-state.ts`).
      expect((await readTexts(page)).map(({ held }) => held)).toEqual(texts.map(({ shown }) => shown));
      await waitForControls(page);
      await expectPage(page, expected);
      expect(await shifts()).toEqual([]);
      await expectNothingStored(page, context);
    });

    if (route.status === 404) {
      await test.step('it has a search, the support address and the request id', async () => {
        const main = page.getByRole('main');
        await expect(main.getByRole('searchbox')).toBeVisible();
        await expect(main.locator('a[href^="mailto:"]')).toBeVisible();
        await expect(main.locator('code')).toHaveText((await answer.headerValue('x-request-id')) ?? 'a request id');
      });
    }

    await test.step('it reads the same without JavaScript', async () => {
      const plain = await plainPage.goto(getSiteAddress() + address);
      expect(plain?.status()).toBe(route.status);
      await expectPage(plainPage, expected);
      expect(await getText(page)).toBe(await getText(plainPage));
      await expect(plainPage.locator('html')).not.toHaveAttribute('data-hydrated');
      expect(seenPlain).toEqual({ foreign: [], failed: [], cookies: [], views: [] });
      // A view is recorded when the browser is idle.
      await expect.poll(() => seen).toEqual({ ...seenPlain, views: getExpectedView(address) });
    });

    await test.step('it is accessible, with everything open', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      // Free times change; e2e/form-names.e2e.ts checks their names.
      if (address !== '/book-a-free-consultation')
        expect(await readRolesAndNames(page)).toMatchSnapshot(getSnapshotName(route.name));
      if (hasDetails(route.name)) {
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
        });
      }
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.getAnimations().length), 'under reduced motion').toBe(0);
    });
    if (!looksLikeAnother.test(route.name)) {
      await test.step('it is accessible at every width, in both themes', () =>
        expectAccessible(page, getTestedPart(address)));
    }
    await test.step('it never scrolls sideways', () => expectReflow(page));
  });
}

test('every other address without a page answers with the shared 404 screen', async ({ request }) => {
  for (const route of missingRoutes.filter((missing) => !missingScreens.includes(missing))) {
    await test.step(route.name, async () => {
      const { address, h1, text } = await route.find();
      const answer = await request.get(address);
      const html = await answer.text();
      expect(answer.status()).toBe(404);
      await expectResponse(html, answer.headers(), address, 404);
      expect(html).toMatch(new RegExp(`<h1[^>]*>${h1}</h1>`));
      expect(html).toContain(text);
    });
  }
});

test('/apps lists every app', async ({ plainPage }) => {
  await plainPage.goto(`${getSiteAddress()}/apps`);
  const { items } = await createApiClient().entries('APP', 'list', { size: 100 });
  expect(items).toHaveLength(testEntries.APP.length);
  for (const app of items) {
    await expect(plainPage.getByRole('main').locator(`a[href="/apps/${app.slug}"]`)).toContainText(app.title);
  }
});
