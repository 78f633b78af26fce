import type { Browser, BrowserContext, Page } from '@playwright/test';
import { storageKeys } from '../../site/device/storage.ts';
import type { FixedClockSite } from '../../testing/fixed-clock-site.ts';
import { galleryRequestId, galleryThemes, galleryWidths, getShotName, type Scene, type Shot } from './scene.ts';

/** Milliseconds after which a scene fails whose page is not ready. */
const timeLimit = 15_000;

/** The maximum height of WebP. A longer page is cut. */
const tallest = 16_383;

let visitors = 0;

/**
 * Opens a browser context for a visitor in a network of their own. All requests have the same id, because pages show
 * it.
 */
async function openContext(
  browser: Browser,
  { address }: FixedClockSite,
  { device = {} }: Scene,
): Promise<BrowserContext> {
  const { hasJavaScript = true, hasMotion = false, stored = { [storageKeys.refusal]: 'refused' } } = device;
  visitors += 1;
  const context = await browser.newContext({
    baseURL: address,
    javaScriptEnabled: hasJavaScript,
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'x-forwarded-for': `2001:db8:${visitors}::1`, 'x-request-id': galleryRequestId },
  });
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value));
  }, stored);
  return context;
}

/**
 * Requests lazy pictures too, and returns whether all fonts and pictures are loaded. Polled from outside, because the
 * page's own clock may stand still.
 */
function loadMedia(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    for (const image of document.images) {
      image.loading = 'eager';
      image.parentElement?.style.setProperty('content-visibility', 'visible');
    }
    return document.fonts.status === 'loaded' && [...document.images].every(({ complete }) => complete);
  });
}

async function waitForMedia(page: Page): Promise<void> {
  const deadline = performance.now() + timeLimit;
  while (!(await loadMedia(page))) {
    if (performance.now() > deadline) throw new Error('fonts or pictures did not arrive');
    await page.waitForTimeout(20);
  }
}

/** Throws an error if the page is wider than its window, also where no reference picture would show that. */
async function checkWidth(page: Page, width: number): Promise<void> {
  const whole = await page.evaluate(() => document.documentElement.scrollWidth);
  if (whole > width) throw new Error(`the page is ${whole} pixels wide in a window of ${width}`);
}

async function capture(page: Page, frame: string): Promise<Buffer> {
  const options = { type: 'jpeg', quality: 88, animations: 'disabled', caret: 'hide' } as const;
  if (frame === 'window') return page.screenshot(options);
  // Sticky elements are drawn as at the top of the page.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const box = await page.locator(frame === 'page' ? 'html' : frame).boundingBox();
  if (!box) throw new Error(`${frame} is not shown`);
  const clip = { ...box, height: Math.min(box.height, tallest) };
  return page.screenshot({ ...options, fullPage: true, clip });
}

/**
 * Takes all pictures of a scene on one page. `take` receives each picture, and a second one if it returns false.
 */
export async function takePictures(
  browser: Browser,
  site: FixedClockSite,
  scene: Scene,
  take: (shot: Omit<Shot, 'height'>, jpeg: Buffer) => Promise<boolean>,
): Promise<void> {
  const context = await openContext(browser, site, scene);
  context.setDefaultTimeout(timeLimit);
  try {
    const page = await context.newPage();
    await scene.arrange(page, site);
    for (const width of [...(scene.widths ?? galleryWidths)].reverse()) {
      await page.setViewportSize({ width, height: scene.height ?? 900 });
      await scene.adapt?.(page);
      // The pointer leaves the element that was pressed last.
      await page.mouse.move(0, 0);
      for (const theme of scene.themes ?? galleryThemes) {
        await page.emulateMedia({ colorScheme: theme, ...scene.media });
        await waitForMedia(page);
        await checkWidth(page, width);
        const { pathname, search } = new URL(page.url());
        const { route, state } = scene;
        const name = getShotName(scene, theme, width);
        const shot = { name, route, state, theme, width, address: pathname + search };
        const frame = scene.frame ?? 'page';
        if (!(await take(shot, await capture(page, frame)))) await take(shot, await capture(page, frame));
      }
    }
  } finally {
    await context.close();
  }
}
