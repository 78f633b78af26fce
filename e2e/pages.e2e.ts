import type { Page } from '@playwright/test';
import { budgetOf, type Weight } from '../testing/budgets.ts';
import { expect, hydrated, siteAddress, test } from './browser.ts';
import { allRoutes, api, type Expected } from './routes.ts';
import { watchShifts } from './shifts.ts';
import { weigh } from './weight.ts';

// Every kind of address, with JavaScript and without: its status, its heading, its text, and nothing from elsewhere.

/** The browser itself reports a document that is answered 404. */
const missingDocument = /Failed to load resource: the server responded with a status of 404/;

const flat = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();

async function expectPage(page: Page, { h1, text }: Expected): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  expect(flat(await page.locator('h1').textContent())).toBe(flat(h1));
  await expect(page.getByRole('main')).toContainText(flat(text));
  await expect(page).toHaveTitle(/\S+/);
}

/** Every request of the page that went elsewhere, and every one but the document's own that failed. */
function watchRequests(page: Page, hasScripts: boolean): { elsewhere: string[]; failed: string[] } {
  const seen = { elsewhere: [] as string[], failed: [] as string[] };
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== siteAddress()) seen.elsewhere.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && !response.request().isNavigationRequest()) seen.failed.push(response.url());
  });
  page.on('requestfailed', (request) => {
    // A browser without JavaScript refuses scripts, also those that are only preloaded.
    if (!hasScripts && request.resourceType() === 'script') return;
    seen.failed.push(`${request.url()} ${request.failure()?.errorText}`);
  });
  return seen;
}

/** Returns what the main part says, without the controls that only one of both, with scripts or without, is shown. */
async function textOf(page: Page): Promise<string> {
  const text = await page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as Element;
    for (const control of copy.querySelectorAll('.code > button, .code > [role="status"], noscript')) control.remove();
    return copy.textContent;
  });
  return flat(text).replace(/name the request \S+/, '');
}

// The company's own: on a device elsewhere the page of consultations comes alive to show its times.
test.use({ timezoneId: 'Europe/London' });

for (const route of allRoutes) {
  test(`${route.name} answers ${route.status}, moves nothing and reads the same with and without JavaScript`, async ({
    page,
    browser,
    baseURL,
    expectComplaint,
  }) => {
    if (route.status === 404) expectComplaint(missingDocument);
    const expected = await route.find();
    const seen = watchRequests(page, true);
    const shifts = await watchShifts(page);
    const weighed = weigh(page);
    const answer = await page.goto(expected.address);
    expect(answer?.status()).toBe(route.status);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
    const weight = await weighed();
    const { alive, ...limits } = budgetOf(route.name);
    for (const [part, most] of Object.entries(limits))
      expect.soft(weight[part as keyof Weight], part).toBeLessThanOrEqual(most);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    await expectPage(page, expected);
    expect(await shifts()).toEqual([]);
    expect((await weighed()).script).toBeLessThanOrEqual(alive);

    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    const plain = await context.newPage();
    const seenPlain = watchRequests(plain, false);
    expect((await plain.goto(expected.address))?.status()).toBe(route.status);
    await expectPage(plain, expected);
    expect(await textOf(page)).toBe(await textOf(plain));
    await expect(plain.locator('html')).not.toHaveAttribute('data-hydrated');
    await context.close();
    expect([seen, seenPlain]).toEqual(Array(2).fill({ elsewhere: [], failed: [] }));
  });
}

test('/apps is no page, and there lists every app', async ({ page, expectComplaint }) => {
  expectComplaint(missingDocument);
  expect((await page.goto('/apps'))?.status()).toBe(404);
  const { items } = await api().entries('APP', 'list', { size: 100 });
  expect(items.length).toBeGreaterThanOrEqual(4);
  for (const app of items) {
    await expect(page.getByRole('main').locator(`a[href="/apps/${app.slug}"]`)).toContainText(app.title);
  }
});

test('the error screen has a search, the support address and the request to name', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(missingDocument);
  const answer = await page.goto('/no-such-thing');
  await hydrated(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('searchbox')).toBeVisible();
  await expect(main.locator('a[href^="mailto:"]')).toBeVisible();
  await expect(main.locator('code')).toHaveText((await answer?.headerValue('x-request-id')) ?? 'a request id');
});

test('a page that is not there says so in its state too, and nothing of a fault', async ({ request }) => {
  for (const address of ['/no-such-thing', '/blog/no-such-article', '/apps']) {
    const html = await (await request.get(address)).text();
    const [, state = ''] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(state), address).toMatchObject({ failure: { status: 404 } });
    expect(state, address).not.toMatch(/Internal Server Error|\b500\b/);
  }
});

test('a page that the API cannot answer for becomes the error screen, with the link to try again', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource: the server responded with a status of 500/);
  await page.route('**/api/plan/enable/list*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/about-us');
  await hydrated(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our plans' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something broke on our side' })).toBeVisible();
  await page.unroute('**/api/plan/enable/list*');
  await page.getByRole('link', { name: 'Load this page again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Our plans' })).toBeVisible();
});
