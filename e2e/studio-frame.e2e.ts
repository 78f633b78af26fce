import type { Page } from '@playwright/test';
import { expectAccessible, narrow } from './axe.ts';
import { expect, holdStudioCode, signIn, test } from './studio-site.ts';

// The frame of the Studio: the rail and what it remembers, the bar of a phone, the menu of the user, and what a screen
// shows when it cannot be loaded.

const phone = { width: 320, height: 640 };
const findRail = (page: Page) => page.getByRole('navigation', { name: 'Studio' });

test('the rail folds, is remembered without a flash, and keeps the names of its screens', async ({
  page,
  context,
  studioSite,
}) => {
  await signIn(context, studioSite, 'OWNER');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/studio/content');
  const link = findRail(page).getByRole('link', { name: 'Links', exact: true });
  const open = (await link.boundingBox())?.width ?? 0;
  await page.getByRole('button', { name: 'Fold the navigation' }).click();
  await expect.poll(async () => (await link.boundingBox())?.width ?? 0).toBeLessThan(open / 2);
  // The script in the head folds the rail before anything is painted, also before the Studio's code has arrived.
  const release = await holdStudioCode(page);
  await page.goto('/studio/redirects', { waitUntil: 'commit' });
  await link.waitFor();
  expect((await link.boundingBox())?.width).toBeLessThan(open / 2);
  release();
  await page.reload();
  await expectAccessible(page, { state: 'a folded rail', at: [1280] });
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await expect.poll(async () => (await link.boundingBox())?.width).toBe(open);
});

test('a role sees the screens that it may open', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'READER');
  await page.goto('/studio');
  await expect(findRail(page).getByRole('link', { name: 'Content' })).toBeVisible();
  await expect(findRail(page).getByRole('link', { name: 'Users' })).toHaveCount(0);
});

test('a phone has a bar of five, with all other screens behind More', async ({ page, context, studioSite }) => {
  await signIn(context, studioSite, 'OWNER');
  await page.setViewportSize(phone);
  await page.goto('/studio');
  await expect(findRail(page).getByRole('link')).toHaveCount(4);
  await findRail(page).getByText('More', { exact: true }).click();
  await expectAccessible(page, { state: 'More', at: narrow });
  await page.setViewportSize(phone);
  await findRail(page).getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused();
  // The navigation has closed the menu.
  await expect(findRail(page).getByRole('link')).toHaveCount(4);
});

test('the menu of the user opens by keyboard, changes the theme, and closes by Escape', async ({
  page,
  context,
  studioSite,
}) => {
  const { name } = await signIn(context, studioSite);
  // The code arrives after the choice.
  const release = await holdStudioCode(page);
  await page.goto('/studio/content', { waitUntil: 'commit' });
  const button = page.locator('summary').filter({ hasText: name });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Dark' }).check();
  release();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu of the user leads to the account and signs out', async ({ page, context, studioSite }) => {
    const { name } = await signIn(context, studioSite);
    await page.goto('/studio/content');
    await page.locator('summary').filter({ hasText: name }).click();
    await expect(page.getByRole('link', { name: 'Your account' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/studio\/sign-in$/);
  });
});

test('a screen that cannot be reached says so, and is loaded again', async ({
  editorPage: page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to fetch|403/);
  // The focus shows that the Studio's code has arrived: without it a link loads a page.
  await expect(async () => {
    await page.goto('/studio');
    await findRail(page).getByRole('link', { name: 'Content' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline\./)).toBeVisible();
  await findRail(page).getByRole('link', { name: 'Links', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible();
  await expect(page).toHaveTitle(/^No connection/);
  await expect(findRail(page)).toBeVisible();
  await expectAccessible(page, { state: 'offline', at: narrow });
  await context.setOffline(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Links' })).toBeVisible();

  await page.goto('/studio/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Not open to you' })).toBeVisible();
  await expectAccessible(page, { state: 'refused', at: narrow });
});
