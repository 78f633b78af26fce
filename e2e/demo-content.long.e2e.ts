import type { APIRequestContext } from '@playwright/test';
import pLimit from 'p-limit';
import { getEntryPath } from '../contract/content/entry-types.ts';
import { fixedPaths } from '../contract/content/site-paths.ts';
import { createClient } from '../contract/http/client.ts';
import { testMargin } from '../testing/budgets.ts';
import { findHtmlErrors } from '../testing/html-standard.ts';
import { expectAccessible, findViolations } from './axe.ts';
import { expect, waitForHydration } from './browser.ts';
import { test } from './company-sites.ts';
import { findElements, readHead } from './html.ts';
import { expectReflow } from './reflow.ts';
import { foundRoutes } from './routes.ts';

// The texts of the demo company: its links, its prices, and whether every page is accessible with them.

/** Paths of pages that are tested as a kind of page of their own. */
const fixed: ReadonlySet<string> = new Set(fixedPaths);

/** Bytes of HTML with its styles, compressed, that no page may exceed. */
const longestPage = 24_000;

for (const route of foundRoutes) {
  test(`${route.name} of the demo is accessible`, async ({ page, company }) => {
    const { address } = await route.find(createClient({ baseUrl: company.address, fetch }));
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(address);
    await waitForHydration(page);
    expect(await findViolations(page, { within: 'main' })).toEqual([]);
  });
}

test('a service of the demo has a price, which its figures do not repeat', async ({ company }) => {
  const client = createClient({ baseUrl: company.address, fetch });
  const { items } = await client.entries('SERVICE', 'list', { size: 100 });
  expect(items.length).toBeGreaterThanOrEqual(8);
  for (const { slug } of items) {
    const { fields } = await client.entries('SERVICE', 'item', { slug });
    const [amount] = /€[\d,]*\d/.exec(fields.price ?? '') ?? [];
    expect(amount, slug).toBeTruthy();
    expect(JSON.stringify(fields.figures), slug).not.toContain(`"${amount}"`);
  }
});

test('the text pages of the demo fit into narrow windows, with large and with wide text, and are readable', async ({
  page,
  company,
}) => {
  const { items } = await createClient({ baseUrl: company.address, fetch }).entries('PAGE', 'list', { size: 100 });
  const texts = items.map(({ slug }) => getEntryPath('PAGE', slug)).filter((path) => !fixed.has(path));
  expect(texts.length).toBeGreaterThanOrEqual(4);
  for (const path of texts) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expectAccessible(page, { state: path, within: 'main' });
    await expectReflow(page);
  }
});

interface Crawl {
  pages: Map<string, { ids: Set<string>; isIndexable: boolean }>;
  problems: string[];
}

/** Follows every address of this site that a page names, from Home on. */
async function crawlSite(request: APIRequestContext, origin: string): Promise<Crawl> {
  const pages: Crawl['pages'] = new Map();
  const problems: string[] = [];
  const fragments: { from: string; path: string; id: string }[] = [];
  const known = new Set(['/']);
  let next = ['/'];
  const limit = pLimit(6);
  while (next.length > 0) {
    const found = new Set<string>();
    await limit.map(next, async (path) => {
      const answer = await request.get(path, { maxRedirects: 0 });
      if (answer.status() !== 200) problems.push(`${path} answers ${answer.status()}`);
      const { 'content-type': type = '' } = answer.headers();
      if (!type.startsWith('text/html')) return;
      const html = await answer.text();
      problems.push(...(await findHtmlErrors(html)).map((error) => `${path} ${error}`));
      const all = findElements(html, '*');
      pages.set(path, {
        ids: new Set(all.flatMap(({ id }) => id ?? [])),
        isIndexable: !readHead(html).metas.robots,
      });
      for (const address of all.flatMap(({ href, src, action }) => [href, src, action])) {
        const url = address === undefined ? null : new URL(address, origin + path);
        if (url?.origin !== origin) continue;
        const target = url.pathname + url.search;
        const isPicture = url.hash === '#drawing';
        if (url.hash && !isPicture)
          fragments.push({ from: path, path: target, id: decodeURIComponent(url.hash.slice(1)) });
        if (!known.has(target)) found.add(target);
        known.add(target);
      }
    });
    next = [...found];
  }
  for (const { from, path, id } of fragments) {
    if (id && pages.get(path)?.ids.has(id) !== true)
      problems.push(`${from} points at ${path}#${id}, which is not there`);
  }
  return { pages, problems };
}

async function readSitemap(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
}

test('every link, picture, script and fragment of the demo leads somewhere, and all that is listed is linked', async ({
  request,
  company,
}) => {
  test.setTimeout(180_000);
  const { pages, problems } = await crawlSite(request, company.address);
  expect(problems).toEqual([]);
  // Every address of the sitemap is reachable by links from Home.
  const sitemap = new Set(await readSitemap(request));
  expect([...sitemap].filter((path) => !pages.has(path))).toEqual([]);
  const unlisted = [...pages].filter(
    ([path, { isIndexable }]) => isIndexable && !path.includes('?') && !sitemap.has(path),
  );
  expect(unlisted.map(([path]) => path)).toEqual(['/search']);
});

test('no page of the demo has more than 24 kB of HTML', async ({ request, company }) => {
  for (const path of await readSitemap(request)) {
    const { headers } = await fetch(company.address + path, { headers: { 'accept-encoding': 'br' } });
    expect(headers.get('content-encoding'), path).toBe('br');
    expect(Number(headers.get('content-length')), path).toBeLessThanOrEqual(longestPage * testMargin);
  }
});
