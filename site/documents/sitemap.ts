import { SitemapIndexStream, type SitemapItemLoose, SitemapStream, streamToPromise } from 'sitemap';
import type { Client } from '../../contract/client.ts';
import { entryTypeNames, getEntryPath, getEntryType } from '../../contract/entry-types.ts';
import type { SiteSettings } from '../settings.ts';

/** Addresses in one file; the protocol allows 50,000. */
const partSize = 45_000;

/** Pages that may be listed and are no entries. */
const otherPages = ['/api/docs'];

async function entryAddresses(client: Client): Promise<SitemapItemLoose[]> {
  const found: SitemapItemLoose[] = [];
  const limit = 5_000;
  for (let after = 0; ; ) {
    const { items } = await client.call('sitemap', { after, limit });
    found.push(...items.map(({ type, slug, changedAt }) => ({ url: getEntryPath(type, slug), lastmod: changedAt })));
    const last = items.at(-1);
    if (!last || items.length < limit) return found;
    after = last.id;
  }
}

async function allAddresses(client: Client): Promise<SitemapItemLoose[]> {
  const lists = entryTypeNames.map((type) => getEntryType(type).listPath).filter((path) => path !== null);
  const { items } = await client.call('categories', {});
  const categories = items
    .filter(({ count }) => count > 0)
    .map(({ type, slug }) => `${getEntryType(type).categoryPath}${slug}`);
  return [...[...otherPages, ...lists, ...categories].map((url) => ({ url })), ...(await entryAddresses(client))];
}

async function print(stream: SitemapStream | SitemapIndexStream, items: unknown[]): Promise<string> {
  for (const item of items) stream.write(item);
  stream.end();
  return (await streamToPromise(stream)).toString();
}

function printPart(siteUrl: string, addresses: SitemapItemLoose[]): Promise<string> {
  const xmlns = { news: false, video: false, image: false, xhtml: false };
  return print(new SitemapStream({ hostname: siteUrl, xmlns }), addresses);
}

/** The sitemap (sitemaps.org): every page a search engine may list, or the index of its parts where one can't hold them. */
export async function makeSitemap(client: Client, { siteUrl }: SiteSettings): Promise<string> {
  const addresses = await allAddresses(client);
  if (addresses.length <= partSize) return printPart(siteUrl, addresses);
  const parts = Array.from(
    { length: Math.ceil(addresses.length / partSize) },
    (_, index) => `sitemap-${index + 1}.xml`,
  );
  return print(
    new SitemapIndexStream(),
    parts.map((name) => ({ url: `${siteUrl}/${name}` })),
  );
}

/** A part of the sitemap by its number, from 1; null where there is no such part. */
export async function makeSitemapPart(client: Client, { siteUrl }: SiteSettings, part: number): Promise<string | null> {
  const addresses = (await allAddresses(client)).slice((part - 1) * partSize, part * partSize);
  return addresses.length > 0 ? printPart(siteUrl, addresses) : null;
}
