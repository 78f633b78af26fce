import type { BrowserContext, Locator, Page, Request } from '@playwright/test';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { deviceIdPattern } from '../contract/forms/device-id.ts';
import { paths } from '../contract/http/paths.table.ts';
import { storageKeys } from '../site/device/storage.ts';
import { storedDataPath } from '../site/parts/navigation.ts';
import { testPersonas } from '../testing/site-content.ts';
import { findViolations } from './axe.ts';
import { expect, test, waitForHydration, waitForPaint } from './browser.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { createApiClient, getFirstEntry } from './routes.ts';

// Storage on the device: nothing before consent, and the visitor can see and remove everything.

const getNote = (page: Page) => page.getByRole('region', { name: 'Recognising this device' });
const getStoredSection = (page: Page) => page.locator('#stored');
const readKept = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
const viewPath = paths.recordView;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/** Follows the link to a blog in the list of blogs, and waits until its page has the focus. */
async function followLink(page: Page, { slug, title }: { slug: string; title: string }): Promise<void> {
  await page
    .getByRole('main')
    .locator(`a[href="${getEntryPath('BLOG', slug)}"]`)
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
}

async function sendPrivacySignal(context: BrowserContext): Promise<void> {
  await context.setExtraHTTPHeaders({ 'sec-gpc': '1' });
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
}

/** Returns a list to which every view that the page reports is added. */
function watchViews(page: Page): { views: Record<string, string>[]; requests: Request[] } {
  const seen = { views: [] as Record<string, string>[], requests: [] as Request[] };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== viewPath) return;
    seen.requests.push(request);
    seen.views.push(request.postDataJSON() as Record<string, string>);
  });
  return seen;
}

async function measureEdges(locator: Locator): Promise<{ top: number; bottom: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not shown');
  return { top: box.y, bottom: box.y + box.height };
}

test('Allow stores one identifier and nothing else, says so, and is not asked again', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await open(page, '/why-us');
  await waitForPaint(page);
  const before = fetched.length;
  await getNote(page).getByRole('button', { name: 'Allow' }).press('Enter');
  await expect(getNote(page).getByText('We will recognise this device from now on')).toBeFocused();
  // The code that creates an identifier is not loaded before consent.
  expect(fetched.slice(before).filter((path) => /device-id/.test(path))).toHaveLength(1);
  expect(fetched.slice(0, before).filter((path) => /device-id|md5/.test(path))).toEqual([]);
  const now = await readKept(page);
  expect(Object.keys(now)).toEqual([storageKeys.device]);
  const id: unknown = JSON.parse(now[storageKeys.device] ?? '');
  expect(id).toMatch(deviceIdPattern);
  await open(page, '/about-us');
  await expect(getNote(page)).toHaveCount(0);
  expect(await readKept(page)).toEqual(now);

  const { slug } = await getFirstEntry('BLOG');
  const { views } = watchViews(page);
  await open(page, getEntryPath('BLOG', slug));
  await expect.poll(() => views).toEqual([{ contentType: 'BLOG', slug, deviceuuID: id }]);
});

test('No, thank you stores no identifier but the refusal itself, and is not asked again', async ({ page }) => {
  await open(page, '/why-us');
  await getNote(page).getByRole('button', { name: 'No, thank you' }).press('Space');
  await expect(getNote(page).getByText('will not ask again')).toBeFocused();
  expect(await readKept(page)).toEqual({ [storageKeys.refusal]: '"refused"' });

  const { slug } = await getFirstEntry('BLOG');
  const { views } = watchViews(page);
  await open(page, getEntryPath('BLOG', slug));
  await expect(getNote(page)).toHaveCount(0);
  await expect.poll(() => views).toEqual([{ contentType: 'BLOG', slug }]);
});

test('Global Privacy Control counts as a refusal: the visitor is not asked, and a stored identifier is removed', async ({
  page,
  context,
}) => {
  await open(page, '/why-us');
  await getNote(page).getByRole('button', { name: 'Allow' }).click();
  await expect.poll(() => readKept(page)).toHaveProperty(storageKeys.device);

  await sendPrivacySignal(context);
  const { slug } = await getFirstEntry('TRIVIA');
  const { views } = watchViews(page);
  await open(page, getEntryPath('TRIVIA', slug));
  await expect.poll(() => views).toEqual([{ contentType: 'TRIVIA', slug }]);
  expect(await readKept(page)).toEqual({});
  await expect(getNote(page)).toHaveCount(0);
  await open(page, storedDataPath);
  await expect(getStoredSection(page)).toContainText('Global Privacy Control signal');
  await expect(getStoredSection(page).getByRole('button', { name: 'Allow' })).toBeDisabled();
});

test('a failure to create an identifier is reported, and stores nothing', async ({ page, expectComplaint }) => {
  expectComplaint(/Failed to load resource/);
  await page.route('**/assets/device-id*', (route) => route.abort());
  await open(page, '/');
  await getNote(page).getByRole('button', { name: 'Allow' }).click();
  await expect(getNote(page).getByRole('alert')).toContainText('Nothing was stored');
  expect(await readKept(page)).toEqual({});
});

test('the consent note covers nothing, moves nothing and takes no focus, narrow and wide', async ({ page }) => {
  const shifts = await recordLayoutShifts(page);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // A short page, an ordinary one, and the end of a long one.
    for (const address of ['/thank-you', '/contact-us', '/privacy-policy']) {
      await test.step(`${address}, ${width} px wide`, async () => {
        await open(page, address);
        await expect(getNote(page)).toBeVisible();
        expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
        await getNote(page).scrollIntoViewIfNeeded();
        const asked = await measureEdges(getNote(page));
        expect(asked.top).toBeGreaterThanOrEqual((await measureEdges(page.getByRole('main'))).bottom);
        const others = page
          .getByRole('contentinfo')
          .locator(':scope > div > *:not([aria-label="Recognising this device"])');
        for (const other of await others.all())
          expect((await measureEdges(other)).bottom).toBeLessThanOrEqual(asked.top + 1);
        const [allow, refuse] = await getNote(page).getByRole('button').all();
        const [first, second] = [await allow?.boundingBox(), await refuse?.boundingBox()];
        expect([first?.width, first?.height, first?.y]).toEqual([second?.width, second?.height, second?.y]);
        expect(first?.height).toBeGreaterThanOrEqual(44);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await shifts(), `${address}, ${width} px wide`).toEqual([]);
      });
    }
  }
});

test('the consent note is last in the tab order, and accessible in light and dark', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/thank-you');
  const focusable = page.locator('a[href], button, input, summary');
  await expect(focusable.last()).toHaveText('No, thank you');
  for (const width of [320, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await findViolations(page, { within: 'footer' })).toEqual([]);
    }
  }
});

test('everything stored is described, and removed one by one or at once without losing the focus', async ({ page }) => {
  const id = `900150983cd24fb0d6963f7d28e17f72-3f0c2d1e-8b7a-4c6d-9e5f-0a1b2c3d4e5f`;
  const everything = {
    [storageKeys.device]: JSON.stringify(id),
    [storageKeys.details]: JSON.stringify({ name: 'Ada O’Beirne', email: 'ada+site@example.org', company: 'Lock 4' }),
    [storageKeys.categories]: JSON.stringify({ kind: 'persona', slug: testPersonas[0]?.slug }),
  };
  await open(page, '/why-us');
  const fill = () => page.evaluate((values) => Object.assign(localStorage, values), everything);
  await fill();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Stored on this device', exact: true }).click();
  await expect(page).toHaveURL(/\/privacy-policy#stored$/);
  await expect(getStoredSection(page)).toBeInViewport();
  await expect(getStoredSection(page).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(getStoredSection(page)).toContainText(`The identifier ${id}.`);
  await expect(getStoredSection(page)).toContainText(
    'Your name Ada O’Beirne, e-mail ada+site@example.org, company Lock 4.',
  );
  await expect(getStoredSection(page)).toContainText(`Your role: ${testPersonas[0]?.slug}.`);
  await expect(getStoredSection(page).getByRole('button', { name: 'Allow' })).toHaveAttribute('aria-pressed', 'true');
  expect(await findViolations(page, { within: '#stored' })).toEqual([]);

  const status = getStoredSection(page).getByRole('status');
  for (const key of Object.keys(everything)) {
    await getStoredSection(page)
      .getByRole('button', { name: `Remove ${key}` })
      .press('Enter');
    await expect(status).toHaveText(`${key} was removed.`);
    await expect(
      getStoredSection(page).getByRole('listitem').filter({ hasText: key }).getByText('Nothing.'),
    ).toBeFocused();
    expect(await readKept(page)).not.toHaveProperty(key);
  }
  await expect(getStoredSection(page).getByRole('button', { name: 'Remove everything' })).toBeDisabled();

  await getStoredSection(page).getByRole('button', { name: 'No, thank you' }).press('Enter');
  await expect(getStoredSection(page)).toContainText('You do not want this device to be recognised.');
  await fill();
  await page.reload();
  await waitForHydration(page);
  // A second window must not restore an identifier that was refused.
  expect(await readKept(page)).not.toHaveProperty(storageKeys.device);
  await getStoredSection(page).getByRole('button', { name: 'Remove everything' }).press('Enter');
  await expect(status).toBeFocused();
  expect(await readKept(page)).toEqual({});
});

test('a change of consent reaches every open window at once', async ({ page, context }) => {
  await open(page, storedDataPath);
  const other = await context.newPage();
  await open(other, storedDataPath);
  await getStoredSection(page).getByRole('button', { name: 'Allow' }).click();
  await expect(getStoredSection(other)).toContainText('You allowed it.');
  await expect(getStoredSection(other).getByRole('button', { name: 'Remove deviceuuID' })).toBeVisible();
  await getStoredSection(other).getByRole('button', { name: 'No, thank you' }).click();
  await expect(getStoredSection(page)).toContainText('You refused, so this device is not recognised.');
  expect(await readKept(page)).toEqual({ [storageKeys.refusal]: '"refused"' });
  await getStoredSection(page).getByRole('button', { name: 'Remove deviceConsent' }).click();
  await expect(getStoredSection(other)).toContainText('You have not decided');
  expect(await readKept(other)).toEqual({});
});

test('a visitor whose browser blocks storage is not asked for consent, and is told why', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await open(page, storedDataPath);
  await expect(getStoredSection(page)).toContainText('This browser does not let websites store anything');
  await expect(getNote(page)).toHaveCount(0);
});

// pages.e2e.ts checks that a full load of each type records a view.
test('a view is recorded once for each entry, on full loads and on client-side navigation', async ({ page }) => {
  const { views, requests } = watchViews(page);
  const expected: { contentType: string; slug: string }[] = [];
  for (const contentType of ['BLOG', 'SERVICE'] as const) {
    const { slug } = await getFirstEntry(contentType);
    expected.push({ contentType, slug });
    await open(page, getEntryPath(contentType, slug));
    await expect.poll(() => views).toEqual(expected);
    // Read before the navigation, because the browser forgets the page after it.
    expect((await requests.at(-1)?.response())?.status()).toBe(202);
  }
  for (const { headers, method } of requests.map((request) => ({
    headers: request.headers(),
    method: request.method(),
  })))
    expect([method, headers['x-xsrf-token']]).toEqual(['POST', undefined]);

  await open(page, '/blogs');
  const { items } = await createApiClient().entries('BLOG', 'list', { size: 2 });
  for (const item of items) {
    await followLink(page, item);
    expected.push({ contentType: 'BLOG', slug: item.slug });
    await expect.poll(() => views).toEqual(expected);
    const place = page.getByRole('main').locator('a[href^="#"]').first();
    if ((await place.count()) > 0) await place.click();
    await page.goBack();
    if ((await place.count()) > 0 && page.url().includes(item.slug)) await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Blogs' })).toBeVisible();
  }
  await waitForPaint(page);
  expect(views).toEqual(expected);
});

test('a view includes the search that led to it, after client-side navigation and in a new window', async ({
  page,
  context,
}) => {
  const { slug, title } = await getFirstEntry('BLOG');
  const q = title.split(' ').slice(0, 4).join(' ');
  const address = `/search?${new URLSearchParams({ q, type: 'BLOG' })}`;
  await open(page, address);
  const { views } = watchViews(page);
  const hit = page.locator(`#search a[href="${getEntryPath('BLOG', slug)}"]`);
  await hit.click();
  await expect.poll(() => views).toEqual([{ contentType: 'BLOG', slug, query: q }]);

  await open(page, address);
  const [other] = await Promise.all([context.waitForEvent('page'), hit.click({ modifiers: ['Control'] })]);
  const told = watchViews(other);
  await waitForHydration(other);
  await expect.poll(() => told.views).toEqual([{ contentType: 'BLOG', slug, query: q }]);
});

test('pages load at the same speed while the endpoint of views hangs, and it holds one connection at most', async ({
  page,
}) => {
  let waiting = 0;
  const started = Date.now();
  await page.route(`**${viewPath}`, () => {
    waiting += 1;
  });
  const { items } = await createApiClient().entries('BLOG', 'list', { size: 4 });
  await open(page, '/blogs');
  for (const item of items) {
    await followLink(page, item);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Blogs' })).toBeVisible();
  }
  // Each request is aborted after 5 s, before the next one starts.
  expect(waiting).toBeLessThanOrEqual(1 + Math.floor((Date.now() - started) / 5_000));
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('nothing is stored, the visitor is not asked, and no button that needs JavaScript is shown', async ({
    page,
  }) => {
    await page.goto(storedDataPath);
    await expect(getNote(page)).toHaveCount(0);
    await expect(getStoredSection(page).getByText('Without JavaScript, as here')).toBeVisible();
    for (const button of await getStoredSection(page).locator('button').all()) await expect(button).toBeHidden();
  });
});
