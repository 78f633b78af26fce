import type { Page } from '@playwright/test';
import { getEntryPath } from '../contract/entry-types.ts';
import { expect, hydrated, test } from './browser.ts';
import { api, firstEntry } from './routes.ts';

// What a visitor does first, before the page is hydrated or while it is. Nobody waits or moves the pointer before that.
// Runs when all other tests have ended, for it measures the machine too.

/** Milliseconds after hydration within which what was asked for is done. */
const limit = 300;

interface Watched {
  hydratedAt?: number;
  doneAt?: number;
}

/** Notes when the page is hydrated, and when an element of this selector is first there after an action. */
async function watch(page: Page, done: string): Promise<void> {
  await page.addInitScript((selector) => {
    const watched: Watched = {};
    Object.assign(window, { watched });
    new MutationObserver(() => {
      if (document.documentElement.dataset.hydrated) watched.hydratedAt ??= performance.now();
      if (document.querySelector(selector)) watched.doneAt ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  }, done);
}

async function expectInTime(page: Page): Promise<void> {
  const { hydratedAt, doneAt } = await page.evaluate(() => (window as unknown as { watched: Watched }).watched);
  if (hydratedAt === undefined || doneAt === undefined) throw new Error('The page was not watched to its end');
  expect(doneAt - hydratedAt).toBeLessThanOrEqual(limit);
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

const isHydrated = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true', { timeout: 15_000 });

/** A mark that a full load would wipe out. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { stillHere: true }));
const isMarked = (page: Page) => page.evaluate(() => 'stillHere' in window);

/** Keeps back the code that pages share, until the function it answers with is called. */
async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/shared-/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });

for (const rate of [1, 4]) {
  test.describe(rate === 1 ? 'at full speed' : `on a processor ${rate} times slower`, () => {
    test.beforeEach(({ page }) => slowDown(page, rate));

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

      test('the menu that is tapped first opens, and stays open', async ({ page }) => {
        await page.goto('/');
        const banner = page.getByRole('banner');
        await banner.locator('summary', { hasText: 'Menu' }).tap();
        await isHydrated(page);
        await page.waitForTimeout(limit);
        await expect(banner.getByRole('link', { name: 'Trivia', exact: true })).toBeVisible();
        await banner.getByRole('link', { name: 'Trivia', exact: true }).tap();
        await expect(page.getByRole('heading', { level: 1, name: 'Trivia' })).toBeVisible({ timeout: 15_000 });
        await expect(banner.locator('details[open]')).toHaveCount(0);
      });

      test('the search that is tapped first opens over the page', async ({ page }) => {
        await watch(page, 'dialog[open]');
        await page.goto('/about-us');
        await mark(page);
        await page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).tap();
        await expect(dialog(page)).toBeVisible({ timeout: 15_000 });
        await expect(page).toHaveURL(/\/about-us$/);
        expect(await isMarked(page)).toBe(true);
        await expectInTime(page);
      });

      test('the persona that is tapped first orders the list, in its place', async ({ page }) => {
        const { items } = await api().call('personas', {});
        const persona = items[1];
        if (!persona) throw new Error('the demo has no second persona');
        // The list itself takes as long as the API: what counts is that it is chosen, or on its way with the spinner shown.
        await watch(page, '#recommended [href="/"][aria-current="true"], [role="status"] svg[width="80"]');
        // To tap it the visitor scrolls, which begins the hydration.
        const letGo = await holdCode(page);
        await page.goto('/', { waitUntil: 'commit' });
        const chip = page.locator('#recommended').getByRole('link', { name: persona.label, exact: true });
        await chip.scrollIntoViewIfNeeded();
        await mark(page);
        await chip.tap();
        letGo();
        await expect(chip).toHaveAttribute('aria-current', 'true', { timeout: 15_000 });
        await expect(page).toHaveURL(`/?persona=${persona.slug}`);
        await expect(chip).toBeInViewport();
        expect(await isMarked(page)).toBe(true);
        await expectInTime(page);
      });
    });

    for (const key of ['/', 'Control+k']) {
      test(`${key}, pressed first, opens the search`, async ({ page }) => {
        await watch(page, 'dialog[open]');
        await page.goto('/about-us');
        await page.keyboard.press(key);
        await expect(dialog(page)).toBeVisible({ timeout: 15_000 });
        await expect(dialog(page).getByRole('combobox')).toBeFocused();
        await expect(dialog(page).getByRole('combobox')).toHaveValue('');
        await expectInTime(page);
      });
    }

    test('details that are opened first stay open', async ({ page }) => {
      const { slug } = await firstEntry('SERVICE');
      await page.goto(getEntryPath('SERVICE', slug));
      const summaries = page.getByRole('main').locator('summary');
      const count = await summaries.count();
      expect(count).toBeGreaterThan(0);
      await summaries.first().click();
      await isHydrated(page);
      await page.waitForTimeout(limit);
      await expect(page.getByRole('main').locator('details').first()).toHaveAttribute('open', '');
    });
  });
}

test('while the code is on its way, presses are kept, and the last one counts', async ({ page }) => {
  await watch(page, 'dialog[open]');
  const letGo = await holdCode(page);
  await page.goto('/', { waitUntil: 'commit' });
  const chip = page.locator('#recommended').getByRole('link').first();
  await chip.click();
  await page.keyboard.press('/');
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  await expect(page).toHaveURL('/');
  letGo();
  await expect(dialog(page)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expectInTime(page);
});

test('a press whose code does not come in time is followed as without a script', async ({ page }) => {
  await page.route(/\/assets\/shared-/, () => undefined);
  await page.goto('/about-us', { waitUntil: 'commit' });
  await page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/\/about-us$/);
  await expect(page).toHaveURL(/\/search#search$/);
});

test('a key that types, and a press for a window of its own, are left alone', async ({ page, context }) => {
  await page.route(/\/assets\/shared-/, () => undefined);
  await page.goto('/contact-us', { waitUntil: 'commit' });
  const name = page.getByRole('textbox', { name: 'Your name' });
  await name.pressSequentially('A/B');
  await expect(name).toHaveValue('A/B');
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('banner')
      .getByRole('link', { name: 'Search', exact: true })
      .click({ modifiers: ['Control'] }),
  ]);
  await expect(other).toHaveURL(/\/search#search$/);
  await expect(page).toHaveURL(/\/contact-us$/);
});

test('what is opened again after the hydration works as ever', async ({ page }) => {
  await page.goto('/about-us');
  await page.keyboard.press('/');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await hydrated(page);
  await page.keyboard.press('/');
  await expect(dialog(page)).toBeVisible();
});
