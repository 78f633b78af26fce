import { cpus } from 'node:os';
import { type Browser, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../testing/chromium.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { startSiteForBench } from './processes.ts';
import { findMedian } from './statistics.ts';

// Measures how soon a press takes effect. A press of a hovered link is timed until its page is painted. A press before
// hydration is timed from the end of hydration, at full speed and on a processor four times slower.

const rounds = 5;
const paintAim = 100;
const replayAim = 300;
/** Milliseconds in which a page must be hydrated. */
const longestHydration = 30_000;

interface Watched {
  painted?: Promise<number>;
  hydratedAt?: number;
  doneAt?: number;
}

async function hydrate(page: Page): Promise<void> {
  const deadline = performance.now() + longestHydration;
  while ((await page.locator('html').getAttribute('data-hydrated')) !== 'true') {
    if (performance.now() > deadline) throw new Error('The page was not hydrated');
    await page.mouse.move(0, 1);
    await page.mouse.move(0, 0);
  }
}

/** Measures the milliseconds from the press of a link until the heading of the next page is painted. */
async function measurePaint(page: Page, name: string): Promise<number> {
  await page.evaluate(() => {
    const shown = document.querySelector('main h1');
    (window as Watched).painted = new Promise((resolve) => {
      document.addEventListener(
        'click',
        ({ timeStamp }) => {
          const checkHeading = () => {
            const heading = document.querySelector('main h1');
            if (!heading || heading === shown) requestAnimationFrame(checkHeading);
            // When the next frame begins, the frame with the heading has been painted.
            else requestAnimationFrame(() => resolve(performance.now() - timeStamp));
          };
          checkHeading();
        },
        { once: true, capture: true },
      );
    });
  });
  const link = page.getByRole('contentinfo').getByRole('link', { name, exact: true });
  await link.hover();
  // The shortest time that people take from hovering over a link to pressing it.
  await page.waitForTimeout(150);
  await link.click();
  return page.evaluate(() => (window as Watched).painted as Promise<number>);
}

async function measurePaints(browser: Browser, address: string): Promise<number[]> {
  const page = await browser.newPage();
  await page.goto(address);
  await hydrate(page);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const name of ['What we do', 'Our plans', 'Why us']) times.push(await measurePaint(page, name));
  await page.close();
  return times;
}

/** What a visitor does before hydration, and the selector of an element that shows its effect. */
const presses = [
  {
    name: 'the / key opens the search',
    path: '/about-us',
    done: 'dialog[open]',
    press: (page: Page) => page.keyboard.press('/'),
  },
  {
    name: 'a press on Search opens it',
    path: '/about-us',
    done: 'dialog[open]',
    press: (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search', exact: true }).click(),
  },
  {
    // The chosen link or the spinner counts as the effect, because the list waits for the API.
    name: 'a press on a persona chooses it',
    path: '/',
    done: '#recommended [href="/"][aria-current="true"], [role="status"] svg[width="80"]',
    press: (page: Page) => page.locator('#recommended').getByRole('link').first().click(),
  },
];

/** Measures the milliseconds from hydration until an earlier press takes effect. */
async function measureReplay(browser: Browser, url: string, press: (typeof presses)[number], slowdown: number) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript((selector) => {
    const watched: Watched = {};
    Object.assign(window, { watched });
    new MutationObserver(() => {
      if (document.documentElement.dataset.hydrated) watched.hydratedAt ??= performance.now();
      if (document.querySelector(selector)) watched.doneAt ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  }, press.done);
  await page.goto(url + press.path);
  await press.press(page);
  const took = await page.waitForFunction(() => {
    // The script that was added above sets `watched`.
    const { hydratedAt, doneAt } = (window as unknown as { watched: Watched }).watched;
    return hydratedAt !== undefined && doneAt !== undefined ? { value: Math.max(0, doneAt - hydratedAt) } : null;
  });
  const { value = Number.NaN } = (await took.jsonValue()) ?? {};
  await context.close();
  return value;
}

const dataDir = await makeDataFolder('site-press-');
const site = await startSiteForBench(dataDir);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
let above = 0;

function report(name: string, times: number[], aim: number): void {
  const isMet = findMedian(times) <= aim;
  if (!isMet) above++;
  const figures = `median ${Math.round(findMedian(times))} ms, at most ${Math.round(Math.max(...times))}`;
  console.log(`${name.padEnd(52)} ${figures}; aim ≤ ${aim}: ${isMet ? 'met' : 'missed'}`);
}

try {
  const address = `http://localhost:${site.port}`;
  console.log(`Presses, ${cpus()[0]?.model}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}\n`);
  report('a hovered link, until its page is painted', await measurePaints(browser, address), paintAim);
  for (const slowdown of [1, 4]) {
    for (const press of presses) {
      const times: number[] = [];
      while (times.length < rounds) times.push(await measureReplay(browser, address, press, slowdown));
      report(`${press.name}${slowdown > 1 ? `, ${slowdown} times slower` : ''}`, times, replayAim);
    }
  }
} finally {
  await browser.close();
  await site.stop();
}
process.exitCode = above > 0 ? 1 : 0;
