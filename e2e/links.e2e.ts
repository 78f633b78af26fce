import type { APIRequestContext, Page } from '@playwright/test';
import { getEntryPath, getEntryType } from '../contract/content/entry-types.ts';
import { listDefaults } from '../contract/content/list-defaults.ts';
import { fixedPaths } from '../contract/content/site-paths.ts';
import { company, testEntries } from '../testing/site-content.ts';
import { expect, getSiteAddress, test } from './browser.ts';
import { findElements, readHead } from './html.ts';
import { listTypes } from './routes.ts';

/** Returns the paths in the sitemap. */
async function readSitemap(request: APIRequestContext): Promise<string[]> {
  const xml = await (await request.get('/sitemap.xml')).text();
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => {
    expect(loc.startsWith(getSiteAddress())).toBe(true);
    return loc.slice(getSiteAddress().length) || '/';
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

test('the contact link of an entry leads to a form that names the page it was on', async ({ request }) => {
  for (const type of ['BLOG', 'SERVICE'] as const) {
    const path = getEntryPath(type, testEntries[type][0]?.slug ?? '');
    const hrefs = findElements(await (await request.get(path)).text(), 'a').map(({ href = '' }) => href);
    const contact = hrefs.find((href) => href.startsWith('/contact-us?')) ?? '';
    expect(contact, path).toBe(`/contact-us?pathName=${path}`);
    const fields = findElements(await (await request.get(contact)).text(), 'input');
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
  const wrong: string[] = [];
  for (const path of sitemap) {
    const answer = await request.get(path, { maxRedirects: 0 });
    const { canonicals, metas } = readHead(await answer.text());
    const self =
      canonicals.length === 1 && canonicals[0]?.replace(/\/$/, '') === getSiteAddress() + (path === '/' ? '' : path);
    if (answer.status() !== 200 || !self || metas.robots)
      wrong.push(`${path}: ${answer.status()} ${canonicals} ${metas.robots}`);
  }
  expect(wrong).toEqual([]);
});

test('robots.txt names the sitemap and lets robots read what it lists', async ({ request }) => {
  const answer = await request.get('/robots.txt');
  expect(answer.headers()['content-type']).toMatch(/^text\/plain/);
  const lines = (await answer.text()).split('\n');
  expect(lines).toContain('User-agent: *');
  expect(lines).toContain(`Sitemap: ${getSiteAddress()}/sitemap.xml`);
  const forbidden = lines.flatMap((line) => /^Disallow: (\S+)/.exec(line)?.[1] ?? []);
  const sitemap = await readSitemap(request);
  expect(sitemap.filter((path) => forbidden.some((prefix) => path.startsWith(prefix)))).toEqual([]);
});

test('the web manifest names the site and icons of the size they claim', async ({ page, request }) => {
  // A script adds the link.
  await page.goto('/');
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute('href', '/site.webmanifest');
  const answer = await request.get('/site.webmanifest');
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/);
  const manifest = (await answer.json()) as {
    name: string;
    start_url: string;
    icons: { src: string; type: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ name: company.name, start_url: '/' });
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
  expect(text).toContain(`Canonical: ${getSiteAddress()}/.well-known/security.txt`);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
});

const feedTypes = listTypes.filter((type) => listDefaults[type].feed);
const feeds = [
  { base: '', types: feedTypes },
  ...feedTypes.map((type) => ({ base: getEntryType(type).listPath ?? '', types: [type] })),
];

test('the feeds of the whole site and of each type are well formed, newest first, and lead to pages', async ({
  page,
  request,
}) => {
  for (const { base, types } of feeds) {
    await test.step(base || 'the whole site', async () => {
      const json = (await (await request.get(`${base}/feed.json`)).json()) as {
        version: string;
        feed_url: string;
        items: { url: string; date_published: string }[];
      };
      expect(json.version).toMatch(/^https:\/\/jsonfeed\.org\/version\/1/);
      expect(json.feed_url).toBe(`${getSiteAddress()}${base}/feed.json`);
      const dates = json.items.map((item) => Date.parse(item.date_published));
      const count = types.reduce((sum, type) => sum + testEntries[type].length, 0);
      // A feed holds the 30 newest entries.
      expect(dates).toHaveLength(Math.min(count, 30));
      expect(dates).toEqual([...dates].sort((a, b) => b - a));
      const urls = json.items.map(({ url }) => url);
      for (const url of urls) expect((await request.get(url, { maxRedirects: 0 })).status(), url).toBe(200);

      for (const { name, root, type, links } of [
        { name: 'feed.xml', root: 'rss', type: 'application/rss+xml', links: /<item>[\s\S]*?<link>([^<]+)<\/link>/g },
        {
          name: 'feed.atom',
          root: 'feed',
          type: 'application/atom+xml',
          links: /<entry>[\s\S]*?<link href="([^"]+)"/g,
        },
      ]) {
        const answer = await request.get(`${base}/${name}`);
        const xml = await answer.text();
        expect(answer.headers()['content-type']).toMatch(new RegExp(`^${type.replace('+', '\\+')}`));
        expect(await parseXml(page, xml)).toBe(root);
        expect([...xml.matchAll(links)].map(([, url]) => url)).toEqual(urls);
        expect(xml).toContain(`${getSiteAddress()}${base}/${name}`);
      }
    });
  }
});
