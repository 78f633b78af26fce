import { expectAccessible, findViolations, schemes } from './axe.ts';
import { expect, test, waitForHydration } from './browser.ts';

// Accessibility of what pages.e2e.ts does not open: the error screen and the menu.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a page whose API call fails shows an accessible error screen, with a link to try again', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 500/);
  await page.route('**/api/plan/enable/list*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/about-us');
  await waitForHydration(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our plans' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong on our side' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/plan/enable/list*');
  await page.getByRole('link', { name: 'Load this page again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Our plans' })).toBeVisible();
});

test('the open menu is accessible, narrow and wide', async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  for (const { width, name } of [
    { width: 320, name: 'Menu' },
    { width: 1440, name: 'Company' },
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('banner').locator('summary', { hasText: name }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'About us' })).toBeVisible();
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page), `${name}, ${colorScheme}`).toEqual([]);
    }
  }
});
