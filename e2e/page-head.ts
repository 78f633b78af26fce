import type { APIRequestContext } from '@playwright/test';
import { expect } from './browser.ts';
import { type Head, readHead } from './html.ts';

// The head of each kind of page, for search engines and shared links.

/** Pages with a canonical address that is not their own (readings, "Routes"). */
const canonicalElsewhere: Record<string, string> = {
  '/search': '/',
  '/book-a-free-consultation-thank-you': '/thank-you',
};

const hidden = /^\/(?:thank-you|book-a-free-consultation-thank-you|search\?)/;

/** Returns whether a page is listed by search engines under its own address. */
export function isListed(address: string): boolean {
  return !hidden.test(address) && !(address in canonicalElsewhere);
}

interface Site {
  /** The public address. */
  url: string;
  name: string;
}

/** Expects the head of a page that was found. Returns the path of its social picture. */
export function expectHead(html: string, address: string, site: Site): string {
  const { titles, canonicals, metas, hreflangs } = readHead(html);
  const path = canonicalElsewhere[address] ?? (address.startsWith('/search?') ? '/' : address);
  expect(titles).toEqual([expect.stringMatching(/^\S.{2,100}$/)]);
  expect(canonicals.map((canonical) => canonical.replace(/\/$/, ''))).toEqual([site.url + (path === '/' ? '' : path)]);
  const [description = ''] = metas.description ?? [];
  expect(description.length).toBeGreaterThanOrEqual(hidden.test(address) ? 1 : 50);
  expect(description.length).toBeLessThanOrEqual(300);
  expect(metas.robots ?? []).toEqual(hidden.test(address) ? ['noindex'] : []);
  expect(metas).toMatchObject({
    description: [description],
    'og:title': [expect.stringMatching(/\S/)],
    'og:description': [description],
    'og:url': canonicals,
    'og:type': [expect.stringMatching(/^(?:article|website)$/)],
    'og:site_name': [site.name],
    'og:image': [expect.stringMatching(/\/social-image.*\.png$/)],
    'og:image:width': ['1200'],
    'og:image:height': ['630'],
    'og:image:alt': [expect.stringMatching(/\S/)],
    'twitter:card': ['summary_large_image'],
  });
  expect(hreflangs).toEqual([]);
  const [image = ''] = metas['og:image'] ?? [];
  expect(new URL(image).origin).toBe(site.url);
  return new URL(image).pathname;
}

/** Expects that a page that was not found asks not to be listed and names no canonical address. */
export function expectMissingHead(html: string, siteName: string): void {
  const head: Head = readHead(html);
  expect(head).toMatchObject({ titles: [`Page not found · ${siteName}`], canonicals: [] });
  expect(head.metas.robots).toEqual(['noindex']);
}

/** Expects a PNG of 1200 by 630, as the head of a page says of its picture. */
export async function expectSocialImage(request: APIRequestContext, address: string): Promise<void> {
  const image = await (await request.get(address)).body();
  expect(image.subarray(0, 8).toString('latin1'), address).toBe('\x89PNG\r\n\x1a\n');
  expect([image.readUInt32BE(16), image.readUInt32BE(20)], address).toEqual([1200, 630]);
}
