import { sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import type { Context } from '../../context.ts';
import { isAscii } from '../entries/index-text.ts';
import { correctSpelling } from './correct-spelling.ts';
import { createExcerpts, getExcerptSource, segmentUnspacedText } from './excerpt.ts';
import { findSearchMatches, type SearchMatches } from './find-matches.ts';
import { extractLexemes, listUnspacedTexts, splitSearchWords } from './query.ts';

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
