import type { Page } from '@playwright/test';
import { expect, holdSharedCode, test, waitForHydration, waitForPaint } from './browser.ts';
import { passTimeUntil, stopClock } from './clock.ts';
import { createApiClient } from './routes.ts';

// The first interaction, before or during hydration. These tests neither wait nor move the pointer before it.
// `npm run bench -- input-delay` measures the delay.

const expectHydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');

/** Sets a property of the window that a full page load would remove. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { stillHere: true }));
const isMarked = (page: Page) => page.evaluate(() => 'stillHere' in window);

const getDialog = (page: Page) => page.getByRole('dialog', { name: 'Search' });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a menu that is tapped before hydration opens and stays open', async ({ page }) => {
    await page.goto('/');
    const banner = page.getByRole('banner');
    await banner.locator('summary', { hasText: 'Menu' }).tap();
    await expectHydrated(page);
    await waitForPaint(page);
    await expect(banner.getByRole('link', { name: 'Trivia', exact: true })).toBeVisible();
    await banner.getByRole('link', { name: 'Trivia', exact: true }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Trivia' })).toBeVisible({ timeout: 15_000 });
    await expect(banner.locator('details[open]')).toHaveCount(0);
  });

  test('a search that is tapped before hydration opens over the page', async ({ page }) => {
    await page.goto('/about-us');
    await markPage(page);
    await page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).tap();
    await expect(getDialog(page)).toBeVisible({ timeout: 15_000 });
    await expect(page).toHaveURL(/\/about-us$/);
    expect(await isMarked(page)).toBe(true);
  });

  test('a persona that is tapped before hydration orders the list in place', async ({ page }) => {
    const { items } = await createApiClient().call('personas', {});
    const persona = items[1];
    if (!persona) throw new Error('the site has no second persona');
    // The tap needs scrolling, which starts the hydration.
    const release = await holdSharedCode(page);
    await page.goto('/');
    const chip = page.locator('#recommended').getByRole('link', { name: persona.label, exact: true });
    await page.locator('#recommended summary').tap();
    await chip.scrollIntoViewIfNeeded();
    await markPage(page);
    await chip.tap();
    release();
    await expect(chip).toHaveAttribute('aria-current', 'true');
    await expect(page).toHaveURL(`/?persona=${persona.slug}`);
    await expect(chip).toBeInViewport();
    expect(await isMarked(page)).toBe(true);
  });
});

test('/ and Ctrl-K, pressed before hydration, open the search with what is typed meanwhile', async ({ page }) => {
  for (const key of ['/', 'Control+k']) {
    await test.step(key, async () => {
      await page.unroute(/\/assets\/shared-/);
      const release = await holdSharedCode(page);
      await page.goto('/about-us');
      await page.keyboard.press(key);
      await page.keyboard.type('a/bc');
      await page.keyboard.press('Backspace');
      release();
      await expect(getDialog(page)).toBeVisible({ timeout: 15_000 });
      await expect(getDialog(page).getByRole('combobox')).toBeFocused();
      await page.keyboard.type('d');
      await expect(getDialog(page).getByRole('combobox')).toHaveValue('a/bd');
    });
  }
});

test('presses are kept while the code loads, and the last one counts', async ({ page }) => {
  const release = await holdSharedCode(page);
  await page.goto('/');
  const chip = page.locator('#recommended').getByRole('link').first();
  await chip.click();
  await page.keyboard.press('/');
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  await expect(page).toHaveURL('/');
  release();
  await expect(getDialog(page)).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a press whose code does not load in time acts as without JavaScript', async ({ page }) => {
  await page.route(/\/assets\/shared-/, () => undefined);
  await page.clock.install();
  await stopClock(page);
  await page.goto('/about-us');
  await page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).click();
  await page.keyboard.type('pear');
  await expect(page).toHaveURL(/\/about-us$/);
  await passTimeUntil(page, () => expect(page.url()).toMatch(/\/search\?q=pear$/));
});

test('a typed character and a press for a new window are not replayed', async ({ page, context }) => {
  await page.route(/\/assets\/shared-/, () => undefined);
  await page.goto('/contact-us', { waitUntil: 'domcontentloaded' });
  const name = page.getByRole('textbox', { name: 'Your name' });
  await name.pressSequentially('A/B');
  await expect(name).toHaveValue('A/B');
  // The new window's own address is not reliable: Playwright may wait for ever for a navigation that used a prefetch.
  const opened = context.waitForEvent('request', (request) => request.isNavigationRequest());
  const window = context.waitForEvent('page');
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Search', exact: true })
    .click({ modifiers: ['Control'] });
  expect((await opened).url()).toMatch(/\/search$/);
  expect(await window).not.toBe(page);
  await expect(page).toHaveURL(/\/contact-us$/);
});

test('controls work as usual after the replay', async ({ page }) => {
  await page.goto('/about-us');
  await page.keyboard.press('/');
  await expect(getDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(getDialog(page)).toHaveCount(0);
  await waitForHydration(page);
  await page.keyboard.press('/');
  await expect(getDialog(page)).toBeVisible();
});
