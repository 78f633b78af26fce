import { and, arrayContains, arrayOverlaps, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { categories, entries, revisions } from '../../db/index.ts';
import { presentEntryCard } from '../entries/get.ts';
import {
  type CardRow,
  cardColumns,
  isEnabled,
  isShownCategory,
  isShownRevision,
  newestFirst,
  selectShownCards,
  shownRevisionId,
} from '../entries/visibility.ts';
import { readFeedTypes } from '../settings.ts';

/** The number of newest entries that are always ranked; usually enough of them share many interests. */
const newestRanked = 200;
/** Above this number of interests there are too many combinations to look up each. */
const maxCombinedInterests = 6;

/** Returns every combination of `count` words. */
function listCombinations(words: string[], count: number): string[][] {
  if (count === 0) return [[]];
  return words.flatMap((word, index) =>
    listCombinations(words.slice(index + 1), count - 1).map((rest) => [word, ...rest]),
  );
}

/**
 * Returns a condition, supported by an index, for entries that share at least `count` wanted interests. If too many are
 * wanted, the condition is for entries that share any of them.
 */
function createSharedInterestsSql(wanted: string[], count: number): SQL | undefined {
  if (wanted.length > maxCombinedInterests) return arrayOverlaps(revisions.interests, wanted);
  return or(...listCombinations(wanted, count).map((choice) => arrayContains(revisions.interests, choice)));
}

/**
 * Selects the entries that share the most interests: first among the newest, then older entries that share more than
 * the last one found. Such older entries are rare, so an index finds them without reading all entries.
 */
async function selectBySharedInterests(
  { db }: Context,
  ofFeeds: SQL,
  wanted: string[],
  limit: number,
): Promise<CardRow[]> {
  const countShared = ({ interests }: CardRow) => wanted.filter((slug) => interests.includes(slug)).length;
  const shared = wanted.map((slug) => sql`(${arrayContains(revisions.interests, [slug])})::int`);
  const bestFirst = [desc(sql.join(shared, sql` + `)), ...newestFirst];
  const isOffered = and(isEnabled, ofFeeds);
  // The alias `entries` lets the card columns refer to this subquery.
  const newest = db
    .select()
    .from(entries)
    .where(isOffered)
    .orderBy(...newestFirst)
    .limit(newestRanked)
    .as('entries');
  const rows = await db
    .select(cardColumns)
    .from(newest)
    .innerJoin(revisions, eq(revisions.id, shownRevisionId))
    .leftJoin(categories, isShownCategory)
    .orderBy(...bestFirst)
    .limit(limit);
  const last = rows.at(-1);
  const least = last ? countShared(last) : 0;
  if (rows.length < limit || least === wanted.length) return rows;
  const better = await db
    .select(cardColumns)
    .from(entries)
    .innerJoin(revisions, isShownRevision)
    .leftJoin(categories, isShownCategory)
    .where(and(isOffered, createSharedInterestsSql(wanted, least + 1)))
    .orderBy(...bestFirst)
    .limit(limit);
  const isBetter = (row: CardRow) => countShared(row) > least;
  return [...better.filter(isBetter), ...rows.filter((row) => !isBetter(row))].slice(0, limit);
}

/**
 * Returns the newest entries of the feeds, ordered by the number of shared interests (`interests`: slugs separated by
 * commas).
 */
export async function recommendEntries(ctx: Context, { interests, limit }: { interests: string; limit: number }) {
  const slugs = interests.split(',').map((slug) => slug.trim());
  const wanted = [...new Set(slugs.filter(Boolean))];
  const ofFeeds = inArray(entries.type, await readFeedTypes(ctx));
  const rows = await (wanted.length > 0
    ? selectBySharedInterests(ctx, ofFeeds, wanted, limit)
    : selectShownCards(ctx.db, ofFeeds, newestFirst, limit));
  return { items: rows.map(presentEntryCard) };
}
