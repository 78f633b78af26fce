import { SitemapIndexStream, type SitemapItemLoose, SitemapStream, streamToPromise } from 'sitemap';
import { getEntryPath, getEntryType, typesWithPages } from '../../contract/content/entry-types.ts';
import type { Client } from '../../contract/http/client.ts';
import type { SiteSettings } from '../settings.ts';

/** Most addresses in one file; the protocol allows 50,000. */
const maxPartLength = 45_000;

/** Paths of pages that are not entries. */
const nonEntryPaths = ['/api/docs'];

/** Paths of pages that search engines leave out. */
const unlistedPaths = ['/thank-you'];

async function loadEntryAddresses(client: Client): Promise<SitemapItemLoose[]> {
  const found: SitemapItemLoose[] = [];
  const limit = 5_000;
  for (let after = 0; ; ) {
    const { items } = await client.call('sitemap', { after, limit });
    const listed = items.map(({ type, slug, changedAt }) => ({ url: getEntryPath(type, slug), lastmod: changedAt }));
    found.push(...listed.filter(({ url }) => !unlistedPaths.includes(url)));
    const last = items.at(-1);
    if (!last || items.length < limit) return found;
    after = last.id;
  }
}

async function loadAddresses(client: Client): Promise<SitemapItemLoose[]> {
  const lists = typesWithPages.map((type) => getEntryType(type).listPath).filter((path) => path !== null);
  const { items } = await client.call('categories', {});
  const categories = items
    .filter(({ count }) => count > 0)
    .map(({ type, slug }) => `${getEntryType(type).categoryPath}${slug}`);
  return [
    ...[...nonEntryPaths, ...lists, ...categories].map((url) => ({ url })),
    ...(await loadEntryAddresses(client)),
  ];
}

async function serialize(stream: SitemapStream | SitemapIndexStream, items: unknown[]): Promise<string> {
  for (const item of items) stream.write(item);
  stream.end();
  return (await streamToPromise(stream)).toString();
}

function serializePart(siteUrl: string, addresses: SitemapItemLoose[]): Promise<string> {
  const xmlns = { news: false, video: false, image: false, xhtml: false };
  return serialize(new SitemapStream({ hostname: siteUrl, xmlns }), addresses);
}

/**
 * Creates the sitemap (sitemaps.org) of the pages for search engines, or, if it is too long, the index of its parts.
 */
export async function createSitemap(client: Client, { siteUrl }: SiteSettings): Promise<string> {
  const addresses = await loadAddresses(client);
  if (addresses.length <= maxPartLength) return serializePart(siteUrl, addresses);
  const parts = Array.from(
    { length: Math.ceil(addresses.length / maxPartLength) },
    (_, index) => `sitemap-${index + 1}.xml`,
  );
  return serialize(
    new SitemapIndexStream(),
    parts.map((name) => ({ url: `${siteUrl}/${name}` })),
  );
}

/** Creates a part of the sitemap by its number, from 1; returns null if there is no such part. */
export async function createSitemapPart(
  client: Client,
  { siteUrl }: SiteSettings,
  part: number,
): Promise<string | null> {
  const addresses = (await loadAddresses(client)).slice((part - 1) * maxPartLength, part * maxPartLength);
  return addresses.length > 0 ? serializePart(siteUrl, addresses) : null;
}
