import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { buildIfStale } from '../server/build.ts';
import { projectFolder } from '../server/folders.ts';
import { ensureChromium } from '../testing/chromium.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { type SiteProcess, startSiteProcess } from '../testing/running-site.ts';
import { countLostIn, findFormBreaches, startFormStream } from './faults/forms.ts';
import { findPageBreaches, startPageStream } from './faults/read-pages.ts';
import { startNginxBalancer } from './faults/start-balancer.ts';
import { makeOtherRelease } from './parts/make-other-release.ts';

// Replaces three servers behind nginx one by one by servers of another release, and back again, while readers and forms
// arrive. Pages that were opened before must work afterwards. Ends with 1 if a request fails or a form is lost.

const servers = 3;
const readers = 4;
const formsPerSecond = 5;
/** Milliseconds until the balancer uses a server again that refused connections, see `deploy/nginx.conf`. */
const rejoinPause = 3_000;
const pages = ['/', '/blogs', '/about-us', '/what-we-do', '/build.json'];

/** Pages that are open in a browser while servers are replaced, and what failed in them. */
interface OpenTabs {
  used: number;
  failures: string[];
  /** Opens two pages, which are not touched yet: the front page and the contact form. */
  open(): Promise<void>;
  /** Uses every open page for the first time: follows a link, and sends the form by the script of its own release. */
  use(): Promise<void>;
}

async function followLink(page: Page): Promise<void> {
  const link = page.locator('main a[href^="/blog/"]').first();
  const path = await link.getAttribute('href');
  await link.click();
  await page.waitForURL(`**${path}`);
  await page.locator('main h1').waitFor();
}

let senders = 0;

async function sendForm(page: Page): Promise<void> {
  senders += 1;
  // A document that the server renders anew would lose this mark.
  await page.evaluate(() => document.documentElement.setAttribute('data-kept', ''));
  await page.locator('#field-name').fill('Ada');
  await page.locator('#field-email').fill(`tab-${senders}@example.org`);
  await page.locator('#field-message').fill('Written in a page of the earlier release.');
  await page.getByRole('button', { name: /^Send/ }).click();
  await page.waitForURL(/\/thank-you\?reference=/);
  if ((await page.locator('html[data-kept]').count()) === 0) throw new Error('the script did not send the form');
}

/** Creates an empty set of tabs for pages of the site at an address. */
function createOpenTabs(browser: Browser, address: string): OpenTabs {
  const waiting: { page: Page; work: (page: Page) => Promise<void> }[] = [];
  const tabs: OpenTabs = {
    used: 0,
    failures: [],
    open: async () => {
      for (const [path, work] of [
        ['/', followLink],
        ['/contact-us', sendForm],
      ] as const) {
        const context = await browser.newContext({
          extraHTTPHeaders: { 'x-forwarded-for': `10.77.0.${waiting.length + tabs.used + 1}` },
        });
        const page = await context.newPage();
        page.on('pageerror', (error) => tabs.failures.push(`${path}: ${error.message}`));
        page.on('response', (response) => {
          if (response.status() >= 400) tabs.failures.push(`${path}: ${response.status()} for ${response.url()}`);
        });
        await page.goto(address + path);
        waiting.push({ page, work });
      }
    },
    use: async () => {
      for (const { page, work } of waiting.splice(0)) {
        await work(page).catch((error: Error) => tabs.failures.push(`${page.url()}: ${error.message}`));
        tabs.used += 1;
        await page.context().close();
      }
    },
  };
  return tabs;
}

/** Replaces the servers, and prints the figures. Returns whether all promises were kept. */
async function replaceServers(): Promise<boolean> {
  await using resources = new AsyncDisposableStack();
  const folder = await makeDataFolder('site-release-');
  const next = join(folder, 'next');
  await makeOtherRelease(next);

  const dataDir = join(folder, 'data');
  const assets = join(folder, 'assets');
  const start = (sources: string, env: Record<string, string> = {}) =>
    startSiteProcess({ dataDir, sources, env: { TRUST_PROXY: '1', ASSETS_DIR: assets, ...env } });
  const sites: SiteProcess[] = [];
  resources.defer(async () => {
    for (const site of sites) await site.stop();
  });
  while (sites.length < servers) sites.push(await start(projectFolder));
  const balancer = await startNginxBalancer(join(folder, 'nginx'), sites);
  resources.defer(() => balancer.stop());
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  resources.defer(() => browser.close());
  const tabs = createOpenTabs(browser, balancer.address);
  const releases = new Set<string>();

  const reads = startPageStream([balancer.address], pages, readers);
  const forms = startFormStream([balancer.address], formsPerSecond);
  const started = performance.now();
  for (const release of [next, projectFolder]) {
    await tabs.open();
    for (const [index, site] of sites.entries()) {
      await site.stop();
      sites[index] = await start(release, { PORT: new URL(site.address).port });
      if (index < servers - 1) await tabs.open();
      const { build } = (await (await fetch(`${sites[index]?.address}/build.json`)).json()) as { build: string };
      releases.add(build);
      await sleep(rejoinPause);
    }
    await tabs.use();
  }
  const seconds = (performance.now() - started) / 1_000;
  await forms.stop();
  await reads.stop();
  const lost = await countLostIn(dataDir, forms.acknowledged);

  const repeated = forms.acknowledged.filter(({ tries }) => tries > 1).length;
  const breaches = [
    ...(releases.size === 2 ? [] : [`${releases.size} releases were served instead of 2`]),
    ...findPageBreaches(reads),
    ...(repeated > 0 ? [`${repeated} forms were sent more than once`] : []),
    ...findFormBreaches(forms, lost),
    ...tabs.failures,
  ];
  console.log(`Release, ${cpus()[0]?.model}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}

servers replaced     ${2 * servers}, one by one: three by another release, and back; ${seconds.toFixed(0)} s
pages                ${reads.answered} answered, ${reads.failed} failed, slowest ${reads.slowest.toFixed(0)} ms
forms                ${forms.acknowledged.length} acknowledged, ${repeated} sent again, ${lost} lost
open pages           ${tabs.used} used after the replacement, ${tabs.failures.length} failures
${breaches.length === 0 ? '\nAll promises were kept.' : `\nBREACH\n${breaches.join('\n')}`}`);
  return breaches.length === 0;
}

await buildIfStale();
process.exit((await replaceServers()) ? 0 : 1);
