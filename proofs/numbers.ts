import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { measurements } from '../api/db/number-tables.ts';
import { rollUpNumbers } from '../api/numbers/roll-up.ts';
import { paths } from '../contract/http/paths.table.ts';
import { waitForHydration } from '../e2e/browser.ts';
import { ensureChromium } from '../testing/chromium.ts';
import { fromPage } from '../testing/sample-forms.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';

// Makes known visits to two servers with one database: loaded pages, reported entries, sources, downloads, bookings and
// forms that a real browser begins, leaves and sends. Then the Studio must show exactly these figures, before and after
// the days are summed, and after a server was killed. The sums of all kinds must be those of the raw rows.

const { sites, ctx, close } = await openProofSites(2, { TRUST_PROXY: '1', COUNTRY_HEADER: 'x-country' });
const owner = await makeUser(ctx, 'OWNER');
const [first = '', second = ''] = sites.map(({ address }) => address);
const studio = createHttpStudioClient(second, owner.token);

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const wrong: string[] = [];
function expectEqual(what: string, found: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  console.log(`${a === b ? 'right' : 'WRONG'}  ${what}: ${a}`);
  if (a !== b) wrong.push(`${what}: ${a} instead of ${b}`);
}

/** Sends a request as the browser of a visitor does. */
async function request(visitor: number, path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const address = visitor % 2 ? first : second;
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': `198.51.100.${visitor}`, ...init.headers };
  const answer = await fetch(address + path, { ...init, headers, redirect: 'manual' });
  if (answer.status >= 400) throw new Error(`${path} was answered with ${answer.status}`);
  return answer;
}

/** Opens a page as the browser of a visitor does. */
const open = (visitor: number, path: string, more: Record<string, string> = {}) =>
  request(visitor, path, { headers: { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin', ...more } });
const post = (visitor: number, path: string, body: object) =>
  request(visitor, path, {
    method: 'POST',
    headers: { ...fromPage, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The pages of the visits, the sources, and how often each was used. */
const visitors = 12;
const outside = {
  'sec-fetch-site': 'cross-site',
  referer: 'https://www.search.example/result?q=secret',
  'x-country': 'MT',
};
const direct = { 'sec-fetch-site': 'none', 'x-country': 'GB' };
const entry = '/blog/backups-are-restores-you-have-not-tried';
const view = { contentType: 'BLOG', slug: entry.slice('/blog/'.length) };
const download = '/drawings/chart/INFOGRAPHIC/latency-you-can-feel/1.svg';

async function visit(): Promise<void> {
  for (let visitor = 1; visitor <= visitors; visitor++) {
    await open(visitor, '/about-us', visitor % 3 ? outside : direct);
    // The entry is loaded and reported, and reported once more by a visit without a document.
    await open(visitor, `${entry}?utm_source=Letter`, direct);
    for (let times = 0; times < 2; times++) await post(visitor, paths.recordView, view);
    // What is no visit: a page in advance, a part of a page, a program, and a page that is not there.
    await open(visitor, '/what-we-do', { 'sec-purpose': 'prefetch' });
    await open(visitor, '/what-we-do', { 'sec-fetch-dest': 'image' });
    await open(visitor, '/what-we-do', { 'user-agent': 'Googlebot/2.1' });
    await open(visitor, '/no-such-page').catch(() => undefined);
    if (visitor <= 5) await open(visitor, download);
  }
  // Views of browsers that refuse tracking count, and are of no visitor.
  for (let times = 0; times < 3; times++) await open(50 + times, '/what-we-do', { 'sec-gpc': '1' });
}

const sender = () => ({ name: 'Ada', email: `${randomUUID()}@example.org`, key: randomUUID() });

async function sendForms(): Promise<void> {
  const contact = { ...sender(), message: 'A question about fibre.' };
  // The same form twice is one form.
  for (let times = 0; times < 2; times++) await post(20, paths.submitContact, contact);
  await post(21, paths.submitEnquiry, { ...sender(), subject: '/', message: 'A rack of our own.' });
  const from = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  for (const visitor of [22, 23]) {
    const slots = await request(visitor, `${paths.consultationSlots}?timeZone=Europe/London&from=${from}`);
    const slot = /"(20\d\d-\d\d-\d\dT[\d:.]+Z)"/.exec(await slots.text())?.[1];
    await post(visitor, paths.bookConsultation, { ...sender(), slot, timeZone: 'Europe/London' });
  }
}

/** Lets a real browser begin three contact forms: one is sent, two are left after different fields. */
async function fillForms(): Promise<void> {
  await studio.call('changeMeasuring', { isMeasured: true });
  for (let attempt = 0; attempt < 100; attempt++) {
    const pages = await Promise.all([first, second].map((address) => fetch(`${address}/contact-us`)));
    const texts = await Promise.all(pages.map((page) => page.text()));
    if (texts.every((text) => text.includes('/assets/measure-'))) break;
    await sleep(100);
  }
  // The user agent of the process is that of every request, also of those of a page that is gone.
  const args = ['--no-sandbox', `--user-agent=${userAgent}`];
  const browser = await chromium.launch({ executablePath: ensureChromium(), args });
  try {
    for (const fields of [['name'], ['name', 'message'], ['name', 'email', 'message']]) {
      // Requests of a page that is gone would lose headers of the test, so the browsers have one address.
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${first}/contact-us`);
      await waitForHydration(page);
      for (const field of fields)
        await page
          .locator(`main form [name="${field}"]`)
          .fill(field === 'email' ? `${randomUUID()}@example.org` : 'Three words here');
      if (fields.length === 3) {
        // A form that is sent at once would be held as spam.
        await page.waitForTimeout(4_000);
        await page.locator('main form [type=submit]').last().click();
        await page.waitForURL(/thank-you/);
      }
      await page.goto(`${first}/why-us`);
      await page.waitForLoadState('networkidle');
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

const byName = (items: { name: string; times: number }[]) =>
  Object.fromEntries(items.map(({ name, times }) => [name, times]).sort());

async function check(when: string): Promise<void> {
  const { totals } = await studio.call('numberOverview', { days: 7 });
  const pages = byName((await studio.call('numberList', { of: 'pages', days: 7 })).items);
  expectEqual(
    `${when}: views of pages that browsers loaded`,
    [pages['/about-us'], pages['/what-we-do']],
    [visitors, 3],
  );
  expectEqual(`${when}: views of an entry that browsers reported too`, pages[entry], 2 * visitors);
  expectEqual(`${when}: views of the form's page and the next`, [pages['/contact-us'], pages['/why-us']], [3, 3]);
  expectEqual(`${when}: visitors`, totals.visitors, visitors + 1);
  const sources = byName((await studio.call('numberList', { of: 'sources', days: 7 })).items);
  expectEqual(`${when}: sources`, sources, { direct: 4 + 6, letter: visitors, 'search.example': 8 });
  const countries = byName((await studio.call('numberList', { of: 'countries', days: 7 })).items);
  expectEqual(`${when}: countries`, countries, { GB: 4 + visitors, MT: 8 });
  const downloads = byName((await studio.call('numberList', { of: 'downloads', days: 7 })).items);
  expectEqual(`${when}: downloads`, downloads, { [download]: 5 });
  expectEqual(`${when}: forms sent, bookings`, [totals.sent, totals.booked], [1 + 1 + 2 + 1, 2]);
  const { items } = await studio.call('formNumbers', { days: 7 });
  expectEqual(`${when}: the contact form`, items[0], {
    form: 'CONTACT',
    begun: 3,
    sent: 2,
    left: 2,
    fields: [
      { field: 'message', left: 1 },
      { field: 'name', left: 1 },
    ],
  });
}

/** Compares the sums of each kind with those of the raw rows. */
async function checkSums(): Promise<void> {
  const { rows: raw } = await ctx.db.execute(sql`
    select kind, sum(times)::int as times from ${measurements}
    where kind in ('download', 'begun', 'left', 'sent', 'booked', 'vital') group by kind order by kind`);
  const { rows: sums } = await ctx.db.execute(sql`
    select kind, sum(times)::int as times from daily_numbers
    where kind in ('download', 'begun', 'left', 'sent', 'booked', 'vital') group by kind order by kind`);
  expectEqual('the sums of days, and those of the raw rows', sums, raw);
}

await runProof(async () => {
  try {
    await visit();
    await sendForms();
    await fillForms();
    // Each server writes what it has counted within seconds.
    await sleep(6_000);
    await check('from raw rows');
    sites[0]?.process.kill('SIGKILL');
    await check('after a server was killed');
    // A day passes.
    await ctx.db.execute(sql`update ${measurements} set measured_at = measured_at - interval '1 day'`);
    expectEqual('days that were summed', await rollUpNumbers(ctx), 1);
    await check('from sums');
    await checkSums();
    return { figures: `${visitors + 1} visitors on two servers, load ${loadavg()[0]?.toFixed(1)}`, wrong };
  } finally {
    await close();
  }
});
