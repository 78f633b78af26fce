import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, hydrated, test } from './browser.ts';
import { foundRoutes, missingRoutes, type RouteKind } from './routes.ts';

const schemes = ['light', 'dark'] as const;
const widths = [320, 1440];

// All unknown addresses share one screen: one without links of its own, one with.
const screens: RouteKind[] = [...foundRoutes, ...missingRoutes.slice(0, 2)];

// Drawings that draw themselves would be judged half drawn.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** How far the page can be pushed aside, and how wide it is. */
async function sidewaysScroll(page: Page): Promise<{ moved: number; width: number }> {
  return page.evaluate(() => {
    scrollTo({ left: 10_000, behavior: 'instant' });
    const { scrollLeft } = document.scrollingElement ?? document.documentElement;
    scrollTo({ left: 0, behavior: 'instant' });
    return { moved: scrollLeft, width: document.documentElement.scrollWidth };
  });
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
  await page.evaluate(() => document.fonts.ready);
}

/** At both widths, in light and in dark. */
async function expectAccessible(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const onlyColours = colorScheme === 'dark';
      expect(await violations(page, { onlyColours }), `${colorScheme}, ${width} px wide`).toEqual([]);
    }
  }
}

for (const route of screens) {
  test(`${route.name} is accessible in light and dark, narrow and wide, and never scrolls sideways`, async ({
    page,
    expectComplaint,
  }) => {
    if (route.status === 404) expectComplaint(/status of 404/);
    await open(page, (await route.find()).address);
    await expectAccessible(page);
    // 1280 × 1024 at 400 % leaves 320 × 256 (WCAG 1.4.10).
    for (const height of [640, 256]) {
      await page.setViewportSize({ width: 320, height });
      expect(await sidewaysScroll(page), `320 × ${height}`).toEqual({ moved: 0, width: 320 });
    }
  });
}

test('the error screen of a broken page is accessible', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 500/);
  await page.route('**/api/plan/enable/list*', (route) => route.fulfill({ status: 500, json: {} }));
  await open(page, '/about-us');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our plans' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something broke on our side' })).toBeVisible();
  await expectAccessible(page);
});

for (const route of screens.filter(({ name }) => /^one entry|what-we-do/.test(name))) {
  test(`everything that opens on ${route.name} is accessible when open`, async ({ page }) => {
    await open(page, (await route.find()).address);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
      });
      expect(await violations(page), `${width} px wide`).toEqual([]);
    }
  });
}

test('the open menu is accessible, narrow and wide', async ({ page }) => {
  await open(page, '/');
  for (const { width, name } of [
    { width: 320, name: 'Menu' },
    { width: 1440, name: 'Company' },
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('banner').locator('summary', { hasText: name }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'About us' })).toBeVisible();
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${name}, ${colorScheme}`).toEqual([]);
    }
  }
});
