import { and, arrayContains, arrayOverlaps, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { categories, entries, revisions } from '../db/tables.ts';
import { presentCard } from '../entries/present.ts';
import {
  type CardRow,
  cardColumns,
  isEnabled,
  isShownCategory,
  isShownRevision,
  newestFirst,
  selectCards,
  shownRevisionId,
} from '../entries/visible.ts';
import { feedTypes } from '../feed/list.ts';

/** So many of the newest are ranked whatever they share; among them there are mostly enough that share much. */
const newestRanked = 200;
/** Of more interests there are too many choices to look for each. */
const mostChosenFrom = 6;

const ofFeeds = inArray(entries.type, feedTypes);

/** Every choice of so many of the words. */
function choicesOf(words: string[], count: number): string[][] {
  if (count === 0) return [[]];
  return words.flatMap((word, index) => choicesOf(words.slice(index + 1), count - 1).map((rest) => [word, ...rest]));
}

/** Finds by an index what shares so many of the wanted interests, and of very many interests what shares any. */
function sharesAtLeast(wanted: string[], count: number): SQL | undefined {
  if (wanted.length > mostChosenFrom) return arrayOverlaps(revisions.interests, wanted);
  return or(...choicesOf(wanted, count).map((choice) => arrayContains(revisions.interests, choice)));
}

/**
 * The newest are ranked first. Older ones come before them only where they share more than the last of those does, and
 * these are as rare as they were among the newest: an index finds them, and nobody has to read all entries.
 */
async function selectSharing({ db }: Context, wanted: string[], limit: number): Promise<CardRow[]> {
  const sharedOf = ({ interests }: CardRow) => wanted.filter((slug) => interests.includes(slug)).length;
  const shared = wanted.map((slug) => sql`(${arrayContains(revisions.interests, [slug])})::int`);
  const bestFirst = [desc(sql.join(shared, sql` + `)), ...newestFirst];
  const isOffered = and(isEnabled, ofFeeds);
  // Under the table's own name, for which the columns of a card ask.
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
  const least = last ? sharedOf(last) : 0;
  if (rows.length < limit || least === wanted.length) return rows;
  const better = await db
    .select(cardColumns)
    .from(entries)
    .innerJoin(revisions, isShownRevision)
    .leftJoin(categories, isShownCategory)
    .where(and(isOffered, sharesAtLeast(wanted, least + 1)))
    .orderBy(...bestFirst)
    .limit(limit);
  const isBetter = (row: CardRow) => sharedOf(row) > least;
  return [...better.filter(isBetter), ...rows.filter((row) => !isBetter(row))].slice(0, limit);
}

/** The newest entries of the feeds, those that share most interests with the given slugs (comma between) first. */
export async function recommend(ctx: Context, { interests, limit }: { interests: string; limit: number }) {
  const slugs = interests.split(',').map((slug) => slug.trim());
  const wanted = [...new Set(slugs.filter(Boolean))];
  const rows = await (wanted.length > 0
    ? selectSharing(ctx, wanted, limit)
    : selectCards(ctx.db, ofFeeds, newestFirst, limit));
  return { items: rows.map(presentCard) };
}
