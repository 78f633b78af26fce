import { sql } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { correct } from './correct.ts';
import { excerptsOf, excerptText } from './excerpt.ts';
import { find, type HitRow } from './find.ts';
import { estimateMatches, lexemesOf, readQuery, type SearchQuery, wordsOf } from './query.ts';

export interface SearchInput {
  q: string;
  type?: EntryType | undefined;
  page: number;
  size: number;
}

interface Found {
  rows: HitRow[];
  total: number;
  /** What was searched for, and in which words where one was corrected. */
  query: SearchQuery;
  corrected: string | null;
}

/** The first of these that finds something: all words, all words with unknown ones corrected, any word. */
async function findLeniently(ctx: Context, input: SearchInput): Promise<Found> {
  const query = await readQuery(ctx, input.q, input.type);
  const nothing = { rows: [], total: 0, query, corrected: null };
  if (query.all === null) return nothing;
  const exact = await find(ctx, { ...query, all: query.all }, input);
  if (exact.total > 0) return { ...exact, query, corrected: null };
  const corrected = await correct(ctx, query.words);
  const second = corrected ? await readQuery(ctx, corrected, input.type) : query;
  if (corrected && second.all !== null) {
    const found = await find(ctx, { ...second, all: second.all }, input);
    if (found.total > 0) return { ...found, query: second, corrected };
  }
  if (query.words.length === 1 || second.some === null) return nothing;
  const some = await find(
    ctx,
    { ...second, all: second.some, estimate: await estimateMatches(ctx, 'search', second.some) },
    input,
  );
  return some.total > 0 ? { ...some, query: second, corrected } : nothing;
}

/** Which of these words match a query, stemmed as the index is. */
async function matchingWords({ db }: Context, words: { word: string; spelt: string }[], query: string) {
  if (words.length === 0) return new Set<string>();
  const given = sql`unnest(${sql.param(words.map(({ word }) => word))}::text[], ${sql.param(words.map(({ spelt }) => spelt))}::text[])`;
  const { rows } = await db.execute<{ word: string }>(sql`
    select word from ${given} as given (word, spelt)
    where (to_tsvector('english', unaccent(spelt)) || to_tsvector('simple', unaccent(spelt))) @@ ${query}::tsquery`);
  return new Set(rows.map(({ word }) => word));
}

/**
 * One page of ranked full text over titles, summaries and bodies (readings, `/search`), tolerant of a typo; empty `q`
 * finds nothing.
 */
export async function search(ctx: Context, input: SearchInput) {
  const { q, page, size } = input;
  if (wordsOf(q).length === 0) return { items: [], page, size, total: 0, q, corrected: null };
  const { rows, total, query, corrected } = await findLeniently(ctx, input);
  const excerpts = await excerptsOf(rows.map(excerptText), lexemesOf(query.any), (words) =>
    matchingWords(ctx, words, query.any),
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
