import { Feed } from 'feed';
import type { FeedItem } from '../../contract/content/entry-shapes.ts';
import { entryTypes, getEntryPath } from '../../contract/content/entry-types.ts';
import type { TypeWithList } from '../../contract/content/list-settings.ts';
import { feedNames } from '../../contract/content/site-paths.ts';
import type { Client } from '../../contract/http/client.ts';
import { loadLists } from '../load-lists.ts';
import type { SiteSettings } from '../settings.ts';

export type FeedName = (typeof feedNames)[number];

const contentTypes: Record<FeedName, string> = {
  'feed.xml': 'application/rss+xml; charset=utf-8',
  'feed.atom': 'application/atom+xml; charset=utf-8',
  'feed.json': 'application/feed+json; charset=utf-8',
};

export const feedFormats = feedNames.map((name) => ({ name, contentType: contentTypes[name] }));

const maxFeedLength = 30;

/** Returns a text without the control characters that no XML document may hold (XML 1.0, section 2.2). */
function removeControlCharacters(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, '');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;' })[character] ?? '&gt;');
}

export interface FeedSource {
  client: Client;
  settings: SiteSettings;
}

/** Creates the feed of a type, or of all types, as RSS 2.0, Atom (RFC 4287) or JSON Feed 1.1. */
export async function createFeed(
  { client, settings: { siteUrl, company } }: FeedSource,
  name: FeedName,
  type: TypeWithList | null,
): Promise<string> {
  // The parser of HTML is loaded with the first feed.
  const { createFeedContent } = await import('./feed-content.ts');
  const base = type ? entryTypes[type].listPath : '';
  const list = type && (await loadLists(client))[type];
  const { items } = await client.call('feedItems', { limit: maxFeedLength, ...(type ? { type } : {}) });
  const isXml = name !== 'feed.json';
  const feed = new Feed({
    id: `${siteUrl}${base || '/'}`,
    link: `${siteUrl}${base || '/'}`,
    title: list ? `${company.name}: ${list.heading}` : company.name,
    description: list ? list.lede : `Everything new at ${company.name}.`,
    language: 'en-GB',
    copyright: company.name,
    // Atom requires an author, of the feed or of each entry (RFC 4287, section 4.1.2).
    author: { name: company.name, link: `${siteUrl}/` },
    favicon: `${siteUrl}/favicon.ico`,
    updated: new Date(Math.max(0, ...items.map(({ changedAt }) => Date.parse(changedAt)))),
    feedLinks: {
      rss: `${siteUrl}${base}/feed.xml`,
      atom: `${siteUrl}${base}/feed.atom`,
      json: `${siteUrl}${base}/feed.json`,
    },
  });

  function createItem(item: FeedItem) {
    const link = siteUrl + getEntryPath(item.type, item.slug);
    const content = createFeedContent(item, siteUrl);
    // Titles and summaries are plain text, and these elements hold HTML.
    const title = name === 'feed.atom' ? escapeHtml(item.title) : item.title;
    const description = isXml ? escapeHtml(item.summary) : item.summary;
    return {
      id: item.feedId.startsWith('/') ? siteUrl + item.feedId : item.feedId,
      link,
      title: removeControlCharacters(title),
      description: removeControlCharacters(description),
      ...(content ? { content: removeControlCharacters(content) } : {}),
      published: new Date(item.publishedAt),
      date: new Date(item.changedAt),
      // Its size is not told, because a feed would wait until the pictures of all its entries are drawn.
      image: `${siteUrl}/social-images/${item.type}/${item.slug}.png`,
      category: item.category ? [{ name: item.category.name, term: item.category.slug }] : [],
    };
  }

  for (const item of items) feed.addItem(createItem(item));
  if (name === 'feed.json') return feed.json1();
  return name === 'feed.atom' ? feed.atom1() : feed.rss2();
}
