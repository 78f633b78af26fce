import type { Page } from '@playwright/test';
import { expect, test, waitForHydration } from './browser.ts';

// Use by keyboard alone: the focus is always visible and never lost.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** An element that a press of Tab reaches. */
interface Stop {
  name: string;
  /** Why its focus cannot be seen; null if it can. */
  problem: string | null;
}

/** Returns the focused element, and whether it is visible: outlined, inside the window and not covered. */
async function describeFocus(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) return null;
    const name = `${element.tagName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
    const box = element.getBoundingClientRect();
    // The focus is shown by an outline of the element or of its `::after`, or by a thick line of a drawing.
    const outlines = [getComputedStyle(element), getComputedStyle(element, '::after')].map(
      ({ outlineStyle, outlineWidth }) => (outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth)),
    );
    const strokes = [...element.querySelectorAll('rect, circle, path')].map((shape) =>
      Number.parseFloat(getComputedStyle(shape).strokeWidth),
    );
    const isMarked =
      outlines.some((width) => width >= 2) || (element instanceof SVGElement && strokes.some((width) => width >= 3));
    const isInside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
    const [x, y] = [
      Math.min(innerWidth - 1, Math.max(0, box.left + Math.min(box.width / 2, 8))),
      Math.min(innerHeight - 1, Math.max(0, box.top + Math.min(box.height / 2, 8))),
    ];
    const above = document.elementFromPoint(x, y);
    const isCovered =
      above && !element.contains(above) && !above.contains(element) && above.closest('header, dialog') !== null;
    if (box.width < 2 || box.height < 2) return { name, problem: 'has no size' };
    if (!isInside) return { name, problem: 'is outside the window' };
    if (isCovered) return { name, problem: `is under ${above.tagName}` };
    if (!isMarked) return { name, problem: 'has no outline' };
    return { name, problem: null };
  });
}

for (const { address, width, forcedColors } of [
  { address: '/', width: 320, forcedColors: 'none' },
  { address: '/', width: 1440, forcedColors: 'active' },
  { address: '/our-plans', width: 320, forcedColors: 'active' },
  { address: '/contact-us', width: 768, forcedColors: 'none' },
  { address: '/book-a-free-consultation', width: 1440, forcedColors: 'none' },
] as const) {
  test(`on ${address}, ${width} px wide, forced colours ${forcedColors}, every focused element is visible`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 700 });
    await page.emulateMedia({ forcedColors, reducedMotion: 'reduce' });
    await page.goto(address);
    await waitForHydration(page);
    const stops: Stop[] = [];
    for (let presses = 0; presses < 400; presses++) {
      await page.keyboard.press('Tab');
      const stop = await describeFocus(page);
      if (!stop) break;
      stops.push(stop);
    }
    expect(stops[0]?.name).toContain('Skip');
    const controls = await page
      .locator(
        'a[href]:visible, button:visible, input:visible:not([type=hidden]), select:visible, textarea:visible, summary:visible',
      )
      .count();
    // Radio buttons of one name share a stop.
    expect(stops.length).toBeGreaterThan(controls / 2);
    expect(stops.filter(({ problem }) => problem)).toEqual([]);
  });
}

test('a filter is set and a failed page is retried by keyboard alone', async ({ page, expectComplaint }) => {
  expectComplaint(/status of 500/);
  await page.goto('/about-us');
  await waitForHydration(page);
  const position = page.getByRole('main').locator('a[href*="position="]').first();
  await position.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/position=/);
  await expect(page.getByRole('main').locator('a[aria-current][href*="/about-us"]').first()).toBeVisible();
  await expect(page.locator(':focus')).toHaveCount(1);

  await page.route('**/api/plan/enable/list*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Our plans' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong on our side' })).toBeFocused();
  await page.unroute('**/api/plan/enable/list*');
  const again = page.getByRole('link', { name: 'Load this page again' });
  for (let presses = 0; presses < 20 && !(await again.evaluate((link) => link === document.activeElement)); presses++)
    await page.keyboard.press('Tab');
  await expect(again).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Our plans' })).toBeVisible();
});

test('controls keep a border in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  for (const address of ['/contact-us', '/our-plans']) {
    await page.goto(address);
    await waitForHydration(page);
    const bare = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'main button, main input:not([type=hidden]), main textarea, main select, main summary',
        ),
      ]
        .filter((element) => element.checkVisibility() && element.clientWidth > 1)
        .filter((element) => {
          const { borderTopStyle, borderBlockEndStyle, textDecorationLine } = getComputedStyle(element);
          const isNative = element instanceof HTMLInputElement && /checkbox|radio|file/.test(element.type);
          return (
            !isNative &&
            borderTopStyle === 'none' &&
            borderBlockEndStyle === 'none' &&
            textDecorationLine === 'none' &&
            element.tagName !== 'SUMMARY'
          );
        })
        .map((element) => `${element.tagName} “${element.textContent?.slice(0, 40)}”`),
    );
    expect(bare, address).toEqual([]);
  }
});
