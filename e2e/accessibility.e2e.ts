import type { Page } from '@playwright/test';
import { expectAccessible, schemes, violations, widths } from './axe.ts';
import { expect, hydrated, test } from './browser.ts';
import { foundRoutes, missingRoutes, type RouteKind } from './routes.ts';

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

/** Text with the spacing that readers may set for themselves (WCAG 1.4.12), on every element. */
async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    // Not a style element: the header policy refuses those.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-block-end: 2em !important }',
    );
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Text that a box around it cuts off. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { top, right, bottom, left, width } = range.getBoundingClientRect();
      if (!text.textContent?.trim() || width === 0) continue;
      for (let box = text.parentElement; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        // Who scrolls sees the rest; what is there for the ear alone is cut to a pixel.
        if (/auto|scroll/.test(overflowX + overflowY) || box.clientWidth < 2) break;
        const edge = box.getBoundingClientRect();
        const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        const isCutAcross = hides(overflowX) && (left < edge.left - 1 || right > edge.right + 1);
        const isCutDown = hides(overflowY) && (top < edge.top - 1 || bottom > edge.bottom + 1);
        if (isCutAcross || isCutDown)
          found.push(`${box.tagName} ${box.className} “${text.textContent.trim().slice(0, 40)}”`);
      }
    }
    return found;
  });
}

/** The roles and names of a page's main part as assistive technology has them, without what changes by the clock. */
async function rolesAndNames(page: Page): Promise<string> {
  const main = page.getByRole('main');
  const text = await main.ariaSnapshot();
  return `${text
    .replace(/^( *)- region "Question of the day":\n(?:\1 +.*\n)*/m, '$1- region "Question of the day"\n')
    .replace(/\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g, 'WEEKDAY')
    .replace(/\b\d{1,2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4}\b/g, 'DATE')
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, 'DATE')
    .replace(/\b\d{2}:\d{2}\b/g, 'TIME')
    .replace(/\b[\da-f]{8}-[\da-f-]{27}\b/g, 'REQUEST')}\n`;
}

/** A name for a file. */
const fileName = (name: string) => `${name.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'}.yml`;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
  await page.evaluate(() => document.fonts.ready);
  // Charts learn how large they are once the page is alive, and can be zoomed from then on.
  await page.waitForFunction(() => !document.querySelector('button[aria-label^="Zoom in"][aria-disabled="true"]'));
  // The buttons of code blocks come with their own script.
  await page.waitForFunction(() => !document.querySelector('main .code:not(:has(button))'));
}

for (const route of screens) {
  test(`${route.name} is accessible in light and dark at every width, and never scrolls sideways`, async ({
    page,
    expectComplaint,
  }) => {
    if (route.status === 404) expectComplaint(/status of 404/);
    await open(page, (await route.find()).address);
    // The times that are free are of the moment; e2e/form-names.e2e.ts holds what is said of them.
    if (!route.name.startsWith('/book-a-free-consultation') || route.name.endsWith('thank-you'))
      expect(await rolesAndNames(page)).toMatchSnapshot(fileName(route.name));
    await expectAccessible(page);
    // 1280 × 1024 at 400 % leaves 320 × 256 (WCAG 1.4.10).
    for (const height of [640, 256]) {
      await page.setViewportSize({ width: 320, height });
      expect(await sidewaysScroll(page), `320 × ${height}`).toEqual({ moved: 0, width: 320 });
    }
    expect(await page.evaluate(() => document.getAnimations().length), 'under reduced motion').toBe(0);
    await spaceText(page);
    expect(await sidewaysScroll(page), 'with wide text').toEqual({ moved: 0, width: 320 });
    expect(await cutOff(page), 'with wide text').toEqual([]);
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
