import { sql } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { correct } from './correct.ts';
import { excerptsOf, excerptText } from './excerpt.ts';
import { type Found, find } from './find.ts';
import { lexemesOf, wordsOf } from './query.ts';

export interface SearchInput {
  q: string;
  type?: EntryType | undefined;
  page: number;
  size: number;
}

/** The first of these that finds something: all words, all words with unknown ones corrected, any word. */
async function findLeniently(ctx: Context, input: SearchInput): Promise<Found & { corrected: string | null }> {
  const { q, type } = input;
  const exact = { ...(await find(ctx, { text: q, needs: 'all', type }, input)), corrected: null };
  if (exact.total > 0 || !exact.isFindable) return exact;
  const words = wordsOf(q);
  const corrected = await correct(ctx, words);
  if (corrected) {
    const found = await find(ctx, { text: corrected, needs: 'all', type }, input);
    if (found.total > 0) return { ...found, corrected };
  }
  if (words.length === 1) return exact;
  const some = await find(ctx, { text: corrected ?? q, needs: 'any', type }, input);
  return some.total > 0 ? { ...some, corrected } : exact;
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
  const { rows, total, any, corrected } = await findLeniently(ctx, input);
  const excerpts = await excerptsOf(rows.map(excerptText), lexemesOf(any), (words) => matchingWords(ctx, words, any));
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
