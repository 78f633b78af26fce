import { renderContentDirectly } from '../api/content/entries/render-content.ts';
import { publishSettingFields } from '../api/content/settings.ts';
import type { Context } from '../api/context.ts';
import { putEntry } from '../testing/put-entry.ts';

// Articles that are edited repeatedly, and now and then the claim of the company instead, which all pages show. Titles,
// dates and the claim contain the number of the edit, so that every response tells which edit it shows.

/** The number of articles, which are edited in turn. */
const articles = 4;
/** One of so many edits changes the claim instead of an article; the first changes both. */
const settingInterval = 11;
const word = 'Quillwort';
const claim = 'Claim number';
const getSlug = (edit: number) => `fresh-${edit % articles}`;

/** Returns the addresses that show an edit, by the name in the report. */
export function getWatchedPaths(category: string): Record<string, string> {
  return {
    entry: `/blog/${getSlug(0)}`,
    list: '/blogs',
    category: `/blog-category/${category}`,
    home: '/',
    search: `/search?q=${word}`,
    rss: '/feed.xml',
    'blogs’ atom': '/blogs/feed.atom',
    'json feed': '/feed.json',
    sitemap: '/sitemap.xml',
    'api list': '/api/blog/enable/list',
    setting: '/contact-us',
  };
}

const changesClaim = (edit: number) => edit % settingInterval === 0;

/** Returns the latest edit, up to the given one, that a watched address must show. */
export function getExpectedEdit(name: string, edit: number): number {
  const isShown =
    name === 'setting' ? changesClaim(edit) : !changesClaim(edit) && (name !== 'entry' || edit % articles === 0);
  return isShown || edit <= 0 ? edit : getExpectedEdit(name, edit - 1);
}

/** Returns the newest edit that a response shows; -1 for none. */
export function findShownEdit(name: string, text: string, start: number): number {
  const numbers =
    name === 'sitemap'
      ? [...text.matchAll(/<loc>[^<]*\/blog\/fresh-\d+<\/loc><lastmod>([^<]+)</g)].map(([, at = '']) =>
          Math.round((Date.parse(at) - start) / 1000),
        )
      : [...text.matchAll(new RegExp(`${name === 'setting' ? claim : word} (\\d+)`, 'g'))].map(([, number]) =>
          Number(number),
        );
  return Math.max(-1, ...numbers);
}

/**
 * Publishes a setting, or changes an article as an import does, in one transaction. The edit is acknowledged when this
 * returns.
 */
export async function makeEdit({ db }: Context, edit: number, start: number, categoryId: number): Promise<void> {
  if (changesClaim(edit)) await publishSettingFields({ db }, 'company', { claim: `${claim} ${edit}` });
  if (changesClaim(edit) && edit > 0) return;
  const body = `The text of edit ${edit}.\n`;
  const rendered = await renderContentDirectly('BLOG', { body, fields: {} });
  await db.transaction(async (tx) => {
    await putEntry(
      { db: tx },
      {
        type: 'BLOG',
        slug: getSlug(edit),
        categoryId,
        position: 0,
        publishedAt: new Date(start + edit * 1000),
        withdrawnAt: null,
        formerSlugs: [],
        text: {
          title: `${word} ${edit}`,
          summary: `Summary of edit ${edit}`,
          body,
          fields: {},
          keywords: [],
          interests: [],
          authorId: null,
          revisedAt: null,
        },
        rendered,
        next: null,
      },
    );
  });
}
