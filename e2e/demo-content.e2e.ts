import { createClient } from '../contract/http/client.ts';
import { getBudget, testMargin, type Weight } from '../testing/budgets.ts';
import { expect, waitForHydration } from './browser.ts';
import { test } from './company-sites.ts';
import { findStyleDifferences } from './computed-styles.ts';
import { recordWeight } from './page-weight.ts';
import { foundRoutes } from './routes.ts';

// The size of a visit, which depends on real texts. demo-content.long.e2e.ts reads the texts themselves.

// One worker, and so one site.
test.describe.configure({ mode: 'default' });

for (const route of foundRoutes) {
  test(`${route.name} of the demo stays within its budget`, async ({ page, company }) => {
    const { address } = await route.find(createClient({ baseUrl: company.address, fetch }));
    const readWeight = recordWeight(page);
    expect((await page.goto(address))?.status()).toBe(200);
    const weight = await readWeight();
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
    const { hydratedScript, hydratedStyle, ...limits } = getBudget(route.name);
    for (const [part, most] of Object.entries(limits))
      expect
        .soft(weight[part as keyof Weight], part)
        .toBeLessThanOrEqual(part === 'requests' ? most : most * testMargin);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await findStyleDifferences(page)).toEqual([]);
    await waitForHydration(page);
    const { script, style } = await readWeight();
    expect(script).toBeLessThanOrEqual(hydratedScript * testMargin);
    expect(style).toBeLessThanOrEqual(hydratedStyle * testMargin);
  });
}

test('Home of the demo has at most nine screens of a phone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.documentElement.scrollHeight / innerHeight)).toBeLessThanOrEqual(9);
});
