import { Feed } from 'feed';
import type { Client } from '../../contract/client.ts';
import { type EntryType, entryTypeNames, getEntryPath, getEntryType } from '../../contract/entry-types.ts';
import type { SiteSettings } from '../settings.ts';

export const feedFormats = [
  { name: 'feed.xml', contentType: 'application/rss+xml; charset=utf-8' },
  { name: 'feed.atom', contentType: 'application/atom+xml; charset=utf-8' },
  { name: 'feed.json', contentType: 'application/feed+json; charset=utf-8' },
] as const;

export type FeedName = (typeof feedFormats)[number]['name'];

/** Types that have a feed of their own, below the path of their list. */
export const typesWithOwnFeed = entryTypeNames.filter((type) => getEntryType(type).feed && getEntryType(type).listPath);

const maxFeedLength = 30;

/** Creates the feed of a type, or of all types, as RSS 2.0, Atom (RFC 4287) or JSON Feed 1.1. */
export async function createFeed(
  client: Client,
  settings: SiteSettings,
  name: FeedName,
  type: EntryType | null,
): Promise<string> {
  const { siteUrl, siteName } = settings;
  const base = type ? (getEntryType(type).listPath ?? '') : '';
  const { items } = await client.call('latest', { limit: maxFeedLength, ...(type ? { type } : {}) });
  const newest = items[0]?.publishedAt;
  const feed = new Feed({
    id: `${siteUrl}${base || '/'}`,
    link: `${siteUrl}${base || '/'}`,
    title: type ? `${siteName}: ${getEntryType(type).plural}` : siteName,
    description: type ? getEntryType(type).description : `Everything new at ${siteName}.`,
    language: 'en-GB',
    copyright: siteName,
    favicon: `${siteUrl}/favicon.ico`,
    updated: new Date(newest ?? 0),
    feedLinks: {
      rss: `${siteUrl}${base}/feed.xml`,
      atom: `${siteUrl}${base}/feed.atom`,
      json: `${siteUrl}${base}/feed.json`,
    },
  });
  for (const item of items) {
    const link = siteUrl + getEntryPath(item.type, item.slug);
    feed.addItem({
      id: link,
      link,
      title: item.title,
      description: item.summary,
      published: new Date(item.publishedAt),
      date: new Date(item.updatedAt ?? item.publishedAt),
      image: `${siteUrl}/social-images/${item.type}/${item.slug}.png`,
      category: item.category ? [{ name: item.category.name, term: item.category.slug }] : [],
    });
  }
  if (name === 'feed.json') return feed.json1();
  return name === 'feed.atom' ? feed.atom1() : feed.rss2();
}
