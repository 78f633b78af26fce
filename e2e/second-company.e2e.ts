import type { Page } from '@playwright/test';
import { expectAccessible, findViolations, schemes } from './axe.ts';
import { expect, waitForHydration } from './browser.ts';
import { secondCompanyTest as test } from './company-sites.ts';
import { expectReflow } from './reflow.ts';

// The second company shows its pages in the second theme, whose header has two lines. second-company.long.e2e.ts opens
// all kinds of its pages.

// One worker, and so one site.
test.describe.configure({ mode: 'default' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Stop {
  name: string;
  top: number;
  left: number;
}

/** Presses Tab through the header. Returns what gets the focus, in this order. */
async function tabThroughHeader(page: Page): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate((): Stop | null => {
      const element = document.activeElement;
      if (!element?.closest('header [data-part="header-bar"]')) return null;
      const { top, left } = element.getBoundingClientRect();
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return { name: name.trim(), top: Math.round(top), left: Math.round(left) };
    });
    if (stop) stops.push(stop);
    else if (stops.length > 0) break;
  }
  return stops;
}

test('the keyboard follows the two lines of the header, which has no violation while a menu is open', async ({
  page,
}) => {
  await page.goto('/');
  await waitForHydration(page);
  expect(await page.locator('html').getAttribute('data-look')).toBe('broadsheet');
  const header = page.getByRole('banner');
  const menu = header.getByRole('navigation', { name: 'Main' });
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    const stops = await tabThroughHeader(page);
    const names = stops.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['Quoll Bridge, home', 'Search', 'Talk to our designer']);
    // Not every browser can give the Tab key another order than that of the document.
    const inDocument = await header
      .locator('a:visible, summary:visible')
      .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()));
    expect(names).toEqual(inDocument);
    const menuTop = (await menu.boundingBox())?.y ?? 0;
    for (const [index, { name, top }] of stops.entries()) expect(top >= menuTop, name).toBe(index > 2);
    for (const line of [stops.slice(0, 3), stops.slice(3)])
      expect(line.map(({ left }) => left)).toEqual(line.map(({ left }) => left).sort((a, b) => a - b));
  }

  await menu.locator('summary').last().focus();
  await page.keyboard.press('Enter');
  const link = menu.locator('details[open] a').last();
  await expect(link).toBeVisible();
  const [panel, bar] = [await link.boundingBox(), await header.boundingBox()];
  expect((panel?.y ?? 0) >= (bar?.y ?? 0) + (bar?.height ?? 0), 'the panel is below the header').toBe(true);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page, { within: 'header' }), colorScheme).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(menu.locator('summary').last()).toBeFocused();
});

test('Home of the second company is accessible and fits, from a phone to a wide screen', async ({ page }) => {
  await page.goto('/');
  await expectAccessible(page, { at: [320, 768, 2560] });
  await expectReflow(page);
});
