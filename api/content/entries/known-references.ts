import { sql } from 'drizzle-orm';
import { type EntryType, entryTypes } from '../../../contract/content/entry-types.ts';
import { type ListsSetting, typesWithList } from '../../../contract/content/list-settings.ts';
import { getPathname } from '../../../contract/content/site-paths.ts';
import type { Context } from '../../context.ts';
import { categories, entries, interests, media, teamMembers } from '../../db/index.ts';
import { readSiteOrigin } from '../feed/feed-ids.ts';
import { isAnsweredWithoutPage } from '../redirects.ts';
import { readPublishedSettings } from '../settings.ts';

/** When visitors see an entry: from `publishedAt` (null: never) until `withdrawnAt` (null: for ever). */
export interface PublicationTimes {
  publishedAt: Date | null;
  withdrawnAt: Date | null;
}

/** All targets that a text may refer to. */
export interface KnownReferences {
  /** Entries by `TYPE/slug`, with the times at which visitors see them. */
  entries: Map<string, PublicationTimes>;
  /** `TYPE/slug` */
  categories: Set<string>;
  /** Categories without a page. */
  hiddenCategories: Set<string>;
  members: Set<string>;
  interests: Set<string>;
  pictures: Set<string>;
  /** Pictures that need no alternative text. */
  decorativePictures: Set<string>;
  feeds: Set<string>;
  /** The address of the site; null if it is not known. */
  origin: string | null;
  /** The database's time, by which visitors see entries. */
  now: Date;
}

/** Formats the key of an entry or a category among targets: `TYPE/slug`. */
export const formatTypedSlug = ({ type, slug }: { type: EntryType; slug: string }) => `${type}/${slug}`;

/** Returns the path of a target that is the address of a page of this site; any other target as it is. */
export function toSitePath(target: string, { origin }: Pick<KnownReferences, 'origin'>): string {
  if (!origin || !target.startsWith(origin)) return target;
  const path = target.slice(origin.length);
  // Another site can have a longer name.
  if (!/^(?:[/?#]|$)/.test(path) || isAnsweredWithoutPage(getPathname(path))) return target;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Returns the database's time; in a transaction that of its beginning. */
export async function readDatabaseTime({ db }: Context): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select now()::text as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}

export function listFeedPaths(lists: ListsSetting): Set<string> {
  return new Set(typesWithList.flatMap((type) => (lists[type].feed ? [entryTypes[type].listPath] : [])));
}

export async function findKnownReferences(ctx: Context): Promise<KnownReferences> {
  const { db } = ctx;
  const collectTypedSlugs = (rows: { type: EntryType; slug: string }[]) => new Set(rows.map(formatTypedSlug));
  const collectSlugs = (rows: { slug: string }[]) => new Set(rows.map(({ slug }) => slug));
  const pictures = await db.select({ name: media.name, alt: media.alt }).from(media);
  const { type, slug, publishedAt, withdrawnAt } = entries;
  const times = await db.select({ type, slug, publishedAt, withdrawnAt }).from(entries);
  const categoryRows = await db.select().from(categories);
  return {
    feeds: listFeedPaths((await readPublishedSettings(ctx)).lists),
    origin: await readSiteOrigin(ctx),
    now: await readDatabaseTime({ db }),
    entries: new Map(times.map((row) => [formatTypedSlug(row), row])),
    categories: collectTypedSlugs(categoryRows),
    // A merged category leads to the one that it was merged into.
    hiddenCategories: collectTypedSlugs(
      categoryRows.filter(
        ({ id, mergedIntoId }) => !categoryRows.some((row) => row.enabled && row.id === (mergedIntoId ?? id)),
      ),
    ),
    members: collectSlugs(await db.select({ slug: teamMembers.slug }).from(teamMembers)),
    interests: collectSlugs(await db.select({ slug: interests.slug }).from(interests)),
    pictures: new Set(pictures.map(({ name }) => name)),
    decorativePictures: new Set(pictures.filter(({ alt }) => alt === '').map(({ name }) => name)),
  };
}

/** Returns the targets as they are once the named entries (`TYPE/slug`) are published. */
export function addPublished(known: KnownReferences, names: readonly string[]): KnownReferences {
  const shown = names.map((name) => [name, { publishedAt: known.now, withdrawnAt: null }] as const);
  return { ...known, entries: new Map([...known.entries, ...shown]) };
}
