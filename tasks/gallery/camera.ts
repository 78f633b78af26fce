import type { Browser, BrowserContext, Page } from '@playwright/test';
import { storageKeys } from '../../site/storage.ts';
import type { SteadySite } from '../../testing/steady-site.ts';
import { nameOf, type Scene, type Shot, steadyRequestId, themes, widths } from './scene.ts';

/** A page that is not at rest after this long will not be. */
const restLimit = 15_000;

/** WebP holds no more rows of pixels; the end of a page that is longer is not seen. */
const tallest = 16_383;

let visitors = 0;

/** A visitor of their own, from a network of their own, whose requests all have the same id: pages show it. */
async function openContext(browser: Browser, { address }: SteadySite, { device = {} }: Scene): Promise<BrowserContext> {
  const { hasJavaScript = true, hasMotion = false, stored = { [storageKeys.refusal]: 'refused' } } = device;
  visitors += 1;
  const context = await browser.newContext({
    baseURL: address,
    javaScriptEnabled: hasJavaScript,
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { 'x-forwarded-for': `2001:db8:0:${visitors}::1`, 'x-request-id': steadyRequestId },
  });
  await context.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value));
  }, stored);
  return context;
}

/** Whether fonts and pictures, also those further down, are there. Asked again and again: a page's own clock may stand still. */
function isAtRest(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    for (const image of document.images) {
      image.loading = 'eager';
      image.parentElement?.style.setProperty('content-visibility', 'visible');
    }
    return document.fonts.status === 'loaded' && [...document.images].every(({ complete }) => complete);
  });
}

async function rest(page: Page): Promise<void> {
  const deadline = performance.now() + restLimit;
  while (!(await isAtRest(page))) {
    if (performance.now() > deadline) throw new Error('fonts or pictures did not arrive');
    await page.waitForTimeout(20);
  }
}

async function capture(page: Page, frame: string): Promise<Buffer> {
  const options = { type: 'jpeg', quality: 88, animations: 'disabled', caret: 'hide' } as const;
  if (frame === 'window') return page.screenshot(options);
  // What sticks to the window stands where it does at the top.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const box = await page.locator(frame === 'page' ? 'html' : frame).boundingBox();
  if (!box) throw new Error(`${frame} is not shown`);
  const clip = { ...box, height: Math.min(box.height, tallest) };
  return page.screenshot({ ...options, fullPage: true, clip });
}

/** Takes all pictures of a scene on one page. `take` is given each, and once more where it does not take the first. */
export async function takePictures(
  browser: Browser,
  site: SteadySite,
  scene: Scene,
  take: (shot: Omit<Shot, 'height'>, jpeg: Buffer) => Promise<boolean>,
): Promise<void> {
  const context = await openContext(browser, site, scene);
  context.setDefaultTimeout(restLimit);
  try {
    const page = await context.newPage();
    await scene.arrange(page, site);
    for (const width of [...(scene.widths ?? widths)].reverse()) {
      await page.setViewportSize({ width, height: scene.height ?? 900 });
      await scene.adapt?.(page);
      // Whatever was pressed last is not pointed at any more.
      await page.mouse.move(0, 0);
      for (const theme of scene.themes ?? themes) {
        await page.emulateMedia({ colorScheme: theme, ...scene.media });
        await rest(page);
        const { pathname, search } = new URL(page.url());
        const { route, state } = scene;
        const name = nameOf(scene, theme, width);
        const shot = { name, route, state, theme, width, address: pathname + search };
        const frame = scene.frame ?? 'page';
        if (!(await take(shot, await capture(page, frame)))) await take(shot, await capture(page, frame));
      }
    }
  } finally {
    await context.close();
  }
}
