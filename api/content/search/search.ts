import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { type Connection, connectDatabase } from '../../db/index.ts';
import { createFairSemaphore } from '../../fair-semaphore.ts';
import { getNetwork } from '../../limit-rates.ts';
import { isAscii } from '../entries/index-text.ts';
import { createExcerpts, getExcerptSource, segmentUnspacedText } from './excerpt.ts';
import {
  correctSpelling,
  extractLexemes,
  findSearchMatches,
  listUnspacedTexts,
  type SearchMatches,
  splitSearchWords,
} from './find-matches.ts';
import { recordMissedSearch } from './missed-searches.ts';

export interface SearchInput {
  q: string;
  type?: EntryType | undefined;
  page: number;
  size: number;
}

/**
 * Searches for all words, then for all words with corrected spelling, then for any word, until one search finds
 * something.
 */
async function findLeniently(ctx: Context, input: SearchInput): Promise<SearchMatches & { corrected: string | null }> {
  const { q } = input;
  const exact = { ...(await findSearchMatches(ctx, { all: q }, input)), corrected: null };
  if (exact.total > 0 || !exact.isFindable) return exact;
  const words = splitSearchWords(q);
  const corrected = await correctSpelling(ctx, words);
  let { any } = exact;
  if (corrected) {
    const found = await findSearchMatches(ctx, { all: corrected }, input);
    if (found.total > 0) return { ...found, corrected };
    any = found.any;
  }
  if (words.length === 1 && segmentUnspacedText(q).length === 1) return exact;
  const some = await findSearchMatches(ctx, { any }, input);
  return some.total > 0 ? { ...some, corrected } : exact;
}

/** Returns the words that match a query, stemmed like the index. */
async function findMatchingWords({ db }: Context, words: { word: string; spelt: string }[], query: string) {
  if (words.length === 0) return new Set<string>();
  const given = sql`unnest(${sql.param(words.map(({ word }) => word))}::text[], ${sql.param(words.map(({ spelt }) => spelt))}::text[])`;
  const folded = words.every(({ spelt }) => isAscii(spelt)) ? sql`spelt` : sql`unaccent(fold_letters(spelt))`;
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from (select word, ${folded} as spelt from ${given} as given (word, spelt) offset 0) as folded
    where (to_tsvector('english', spelt) || to_tsvector('simple', spelt)) @@ ${query}::tsquery`);
  return new Set(rows.map(({ word }) => word));
}

/**
 * Returns one page of ranked full-text hits in titles, summaries and bodies (readings, `/search`), tolerant of a typo.
 * An empty `q` finds nothing.
 */
export async function searchEntries(ctx: Context, input: SearchInput) {
  const { q, page, size } = input;
  if (splitSearchWords(q).length === 0) return { items: [], page, size, total: 0, q, corrected: null };
  const { rows, total, any, corrected } = await findLeniently(ctx, input);
  const excerpts = await createExcerpts(
    rows.map(getExcerptSource),
    { wanted: extractLexemes(any), unspaced: listUnspacedTexts(q) },
    (words) => findMatchingWords(ctx, words, any),
  );
  const items = rows.map((row, index) => ({
    type: row.type,
    slug: row.slug,
    title: row.title,
    excerpt: excerpts[index] ?? [],
    category:
      row.category_id === null ? null : { id: row.category_id, slug: row.category_slug, name: row.category_name },
    publishedAt: new Date(row.published_at).toISOString(),
  }));
  return { items, page, size, total, q, corrected };
}

/** A search costs the database more than any other read, so few run at once, on connections of their own. */
const searchConnections = 2;
const tooManySearches = 'Search is busy. Please try again in a second.';
const semaphore = createFairSemaphore({
  total: searchConnections,
  perGroup: searchConnections,
  waiting: { total: 60, perGroup: 6, message: tooManySearches, retryAfter: 1 },
});

/** Opens the connections that only searches use. */
export function connectForSearch(config: pg.PoolConfig): Connection {
  return connectDatabase({
    ...config,
    max: searchConnections,
    statementTimeout: 3_000,
    // One generic plan serves all words, because the planner does not know how common they are. Without `enable_seqscan
    // = off` the planner reads every text of a small site: it ignores that long texts lie outside the table.
    settings: { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', random_page_cost: '1.1' },
  });
}

/**
 * Runs a search on the database connections for searches. Searches of different networks (IP ranges) take turns. A
 * search of all types without a result is counted for the list of missed searches.
 */
export async function runQueuedSearch(ctx: ApiContext, input: SearchInput, caller: Caller) {
  const release = await semaphore.acquire(getNetwork(caller.address));
  try {
    const found = await searchEntries({ db: ctx.searchDb }, input);
    // A failed count must not disturb the visitor.
    if (found.total === 0 && !input.type) await recordMissedSearch(ctx, input.q, caller).catch(() => undefined);
    return found;
  } finally {
    release();
  }
}
