import type { APIRequestContext, Page } from '@playwright/test';
import { entryTypeNames, getEntryPath, getEntryType } from '../contract/entry-types.ts';
import { fixedPaths } from '../contract/site-paths.ts';
import { expect, siteAddress, test } from './browser.ts';
import { elements, readHead } from './html.ts';
import { detailTypes, firstEntry, listTypes } from './routes.ts';

/** Does the work for every item, a few at a time. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

interface Crawled {
  pages: Map<string, { ids: Set<string>; indexable: boolean }>;
  problems: string[];
}

/** Follows every address of this site that a page names, from Home on. */
async function crawl(request: APIRequestContext): Promise<Crawled> {
  const pages: Crawled['pages'] = new Map();
  const problems: string[] = [];
  const fragments: { from: string; path: string; id: string }[] = [];
  const known = new Set(['/']);
  let next = ['/'];
  while (next.length > 0) {
    const found = new Set<string>();
    await each(next, async (path) => {
      const answer = await request.get(path, { maxRedirects: 0 });
      if (answer.status() !== 200) problems.push(`${path} answers ${answer.status()}`);
      if (!answer.headers()['content-type']?.startsWith('text/html')) return;
      const html = await answer.text();
      pages.set(path, {
        ids: new Set(elements(html, '*').flatMap(({ id }) => id ?? [])),
        indexable: !readHead(html).metas.robots,
      });
      const addresses = [...elements(html, '*')].flatMap(({ href, src, action }) =>
        [href, src, action].filter((value) => value !== undefined),
      );
      for (const address of addresses) {
        const url = new URL(address, siteAddress() + path);
        if (url.origin !== siteAddress()) continue;
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

/** Addresses in the sitemap, as paths. */
async function readSitemap(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => {
    expect(loc.startsWith(siteAddress())).toBe(true);
    return loc.slice(siteAddress().length) || '/';
  });
}

/** Reads XML as a browser does; fails where it is not well formed. */
async function parseXml(page: Page, xml: string): Promise<string> {
  return page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'application/xml');
    const error = root.querySelector('parsererror');
    return error ? `not well formed: ${error.textContent}` : root.documentElement.localName;
  }, xml);
}

test('every link, picture, script and fragment inside the site leads somewhere', async ({ request }) => {
  test.setTimeout(180_000);
  const { pages, problems } = await crawl(request);
  expect(problems).toEqual([]);
  // Whoever starts at Home reaches everything that search engines are told of.
  const sitemap = await readSitemap(request);
  expect(sitemap.filter((path) => !pages.has(path))).toEqual([]);
  const isListed = new Set(sitemap);
  const unlisted = [...pages].filter(
    ([path, { indexable }]) => indexable && !path.includes('?') && !isListed.has(path),
  );
  expect(unlisted.map(([path]) => path)).toEqual(['/search']);
});

test('the contact link of an entry leads to a form that names the page it was on', async ({ request }) => {
  for (const type of detailTypes) {
    const path = getEntryPath(type, (await firstEntry(type)).slug);
    const hrefs = elements(await (await request.get(path)).text(), 'a').map(({ href = '' }) => href);
    const contact = hrefs.find((href) => href.startsWith('/contact-us?')) ?? '';
    expect(contact, path).toBe(`/contact-us?pathName=${path}`);
    const fields = elements(await (await request.get(contact)).text(), 'input');
    expect(fields.find(({ name }) => name === 'pathName')?.value, path).toBe(path);
  }
});

test('the sitemap lists every page of the URL table that may be listed, once, and each names itself as canonical', async ({
  request,
}) => {
  const sitemap = await readSitemap(request);
  expect(new Set(sitemap).size).toBe(sitemap.length);
  const hiddenOnes = ['/search', '/thank-you', '/book-a-free-consultation-thank-you'];
  expect(sitemap).toEqual(expect.arrayContaining(fixedPaths.filter((path) => !hiddenOnes.includes(path))));
  expect(sitemap).toEqual(expect.arrayContaining(listTypes.map((type) => getEntryType(type).listPath)));
  for (const path of hiddenOnes) expect(sitemap).not.toContain(path);
  for (const type of entryTypeNames)
    expect(sitemap.filter((path) => path.startsWith(getEntryType(type).itemPath)).length).toBeGreaterThanOrEqual(4);
  const wrong: string[] = [];
  await each(sitemap, async (path) => {
    const answer = await request.get(path, { maxRedirects: 0 });
    const { canonicals, metas } = readHead(await answer.text());
    const self =
      canonicals.length === 1 && canonicals[0]?.replace(/\/$/, '') === siteAddress() + (path === '/' ? '' : path);
    if (answer.status() !== 200 || !self || metas.robots)
      wrong.push(`${path}: ${answer.status()} ${canonicals} ${metas.robots}`);
  });
  expect(wrong).toEqual([]);
});

test('robots.txt names the sitemap and lets robots read what it lists', async ({ request }) => {
  const answer = await request.get('/robots.txt');
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/);
  const lines = (await answer.text()).split('\n');
  expect(lines).toContain('User-agent: *');
  expect(lines).toContain(`Sitemap: ${siteAddress()}/sitemap.xml`);
  const forbidden = lines.flatMap((line) => /^Disallow: (\S+)/.exec(line)?.[1] ?? []);
  const sitemap = await readSitemap(request);
  expect(sitemap.filter((path) => forbidden.some((prefix) => path.startsWith(prefix)))).toEqual([]);
});

test('the web manifest names the site and icons of the size they claim', async ({ page, request }) => {
  await page.goto('/');
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/site.webmanifest');
  const answer = await request.get('/site.webmanifest');
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = (await answer.json()) as {
    name: string;
    start_url: string;
    icons: { src: string; type: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ name: 'WSE', start_url: '/' });
  expect(manifest.icons.length).toBeGreaterThanOrEqual(3);
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type'], src).toBe(type);
    const body = await icon.body();
    if (type === 'image/png') expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`).toBe(sizes);
    else expect(body.toString()).toContain('<svg');
  }
});

test('security.txt says whom to write to, and has not expired', async ({ request }) => {
  const answer = await request.get('/.well-known/security.txt');
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/);
  const text = await answer.text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(text).toContain(`Canonical: ${siteAddress()}/.well-known/security.txt`);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
});

const feeds = [
  '',
  ...listTypes.filter((type) => getEntryType(type).feed).map((type) => getEntryType(type).listPath ?? ''),
];

for (const base of feeds) {
  test(`the feeds of ${base || 'the whole site'} are well formed, newest first, and lead to pages`, async ({
    page,
    request,
  }) => {
    const json = (await (await request.get(`${base}/feed.json`)).json()) as {
      version: string;
      feed_url: string;
      items: { url: string; date_published: string }[];
    };
    expect(json.version).toMatch(/^https:\/\/jsonfeed\.org\/version\/1/);
    expect(json.feed_url).toBe(`${siteAddress()}${base}/feed.json`);
    const dates = json.items.map((item) => Date.parse(item.date_published));
    expect(dates.length).toBeGreaterThanOrEqual(8);
    expect(dates).toEqual([...dates].sort((a, b) => b - a));
    const urls = json.items.map(({ url }) => url);
    for (const url of urls) expect((await request.get(url, { maxRedirects: 0 })).status(), url).toBe(200);

    for (const { name, root, type, links } of [
      { name: 'feed.xml', root: 'rss', type: 'application/rss+xml', links: /<item>[\s\S]*?<link>([^<]+)<\/link>/g },
      { name: 'feed.atom', root: 'feed', type: 'application/atom+xml', links: /<entry>[\s\S]*?<link href="([^"]+)"/g },
    ]) {
      const answer = await request.get(`${base}/${name}`);
      const xml = await answer.text();
      expect(answer.headers()['content-type']).toMatch(new RegExp(`^${type.replace('+', '\\+')}`));
      expect(await parseXml(page, xml)).toBe(root);
      expect([...xml.matchAll(links)].map(([, url]) => url)).toEqual(urls);
      expect(xml).toContain(`${siteAddress()}${base}/${name}`);
    }
  });
}
