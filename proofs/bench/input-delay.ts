import { cpus } from 'node:os';
import { type Browser, chromium } from '@playwright/test';
import { foundRoutes } from '../../e2e/routes.ts';
import { ensureChromium } from '../../testing/chromium.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { startSiteForBench } from './processes.ts';
import { findMedian } from './statistics.ts';

// Measures how long a key press waits during hydration on a slow phone. The browser emulates a processor four times
// slower, and slow 4G. Keys are pressed from the first paint on. Aim: no press waits for more than 100 ms.

const aim = 100;
const runs = Number(process.env.INPUT_RUNS ?? 3);
const slowdown = 4;
/** Lighthouse's slow 4G for each request: 1.6 Mbit/s and 150 ms, adjusted for the overhead of a browser. */
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 0.9 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 0.9 * 1024 * 1024) / 8,
};
/** Milliseconds between two presses. */
const pressInterval = 50;

interface Visit {
  presses: number;
  /** The longest time from a press until the page handled it, in milliseconds. */
  longest: number;
  /** The longest task of the main thread, in milliseconds. */
  task: number;
  /** Milliseconds from the start of the visit to the end of hydration. */
  hydrated: number;
}

interface Watched {
  delays: number[];
  tasks: number[];
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(() => {
    const watched: Watched = { delays: [], tasks: [] };
    Object.assign(window, { watched });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.name === 'keydown') watched.delays.push(entry.processingStart - entry.startTime);
      // The browser reports no shorter durations than 16 ms.
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.tasks.push(duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  let presses = 0;
  let isDone = false;
  const watching = page
    .waitForFunction(() => document.documentElement.dataset.hydrated === 'true' && performance.now())
    .then(async (moment) => {
      // Work right after hydration counts too.
      await page.waitForTimeout(1_000);
      isDone = true;
      return (await moment.jsonValue()) as number;
    });
  while (!isDone) {
    await page.keyboard.press('Shift');
    presses++;
    await page.waitForTimeout(pressInterval);
  }
  const hydrated = await watching;
  // The script above has added this property.
  const { delays, tasks } = await page.evaluate(() => (window as unknown as { watched: Watched }).watched);
  await context.close();
  return { presses, longest: Math.max(0, ...delays), task: Math.max(0, ...tasks), hydrated };
}

const dataDir = await makeDataFolder('site-input-');
const site = await startSiteForBench(dataDir);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] });
let above = 0;
try {
  const address = `http://localhost:${site.port}`;
  process.env.SITE = address;
  console.log(`Input delay, ${cpus()[0]?.model}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}`);
  console.log(
    `processor ${slowdown} times slower, slow 4G, a press every ${pressInterval} ms; the median of ${runs} visits\n`,
  );
  console.log(`${''.padEnd(38)} presses  longest wait ms  longest task ms  hydrated after ms`);
  for (const route of foundRoutes) {
    const url = address + (await route.find()).address;
    const visits: Visit[] = [];
    while (visits.length < runs) visits.push(await visit(browser, url));
    const findMedianOf = (name: keyof Visit) => findMedian(visits.map((one) => one[name]));
    if (findMedianOf('longest') > aim) above++;
    const figures = [
      findMedianOf('presses'),
      findMedianOf('longest'),
      findMedianOf('task'),
      findMedianOf('hydrated'),
    ].map((value) => value.toFixed(0));
    const widths = [7, 16, 16, 18];
    console.log(
      `${route.name.padEnd(38)} ${figures.map((text, index) => text.padStart(widths[index] ?? 0)).join(' ')}${findMedianOf('longest') > aim ? '  above' : ''}`,
    );
  }
} finally {
  await browser.close();
  await site.stop();
}
console.log(`\n${above === 0 ? 'no' : above} page${above === 1 ? '' : 's'} above ${aim} ms`);
process.exitCode = above > 0 ? 1 : 0;
