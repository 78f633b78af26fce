import { type SQL, sql } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import type { Context } from '../context.ts';
import { entries, revisions } from '../db/tables.ts';
import { isEnabled, isShownRevision } from '../entries/visible.ts';
import { excerptParts, headlineOptions } from './excerpt.ts';
import { correct, markAny, matchAll, matchAny, wordsOf } from './query.ts';

interface SearchInput {
  q: string;
  type?: EntryType | undefined;
  page: number;
  size: number;
}

interface HitRow extends Record<string, unknown> {
  type: EntryType;
  slug: string;
  title: string;
  published_at: string;
  category_id: number | null;
  category_slug: string;
  category_name: string;
  headline: string;
  total: number;
}

async function find(
  { db }: Context,
  query: SQL,
  { q, type, page, size }: SearchInput,
): Promise<{ rows: HitRow[]; total: number }> {
  const where = sql`${isEnabled} and ${revisions.search} @@ tsq ${type ? sql`and ${entries.type} = ${type}` : sql``}`;
  const matching = sql`from query, ${entries} join ${revisions} on ${isShownRevision} where ${where}`;
  // Ranking reads only the index column; excerpts are cut for the rows of this page alone.
  const { rows } = await db.execute<HitRow>(sql`
    with query as (select ${query} as tsq, ${markAny(q)} as marks),
    hits as (
      select ${entries.id} as entry_id, ${revisions.id} as revision_id,
        ts_rank_cd(${revisions.search}, tsq, 1) as rank, ${entries.publishedAt} as published_at, count(*) over () as total
      ${matching}
      order by rank desc, published_at desc, entry_id desc
      limit ${size} offset ${page * size}
    )
    select e.type, e.slug, r.title, e.published_at, hits.total,
      c.id as category_id, c.slug as category_slug, c.name as category_name,
      ts_headline('english', r.summary || ' ' || r.plain, marks, ${headlineOptions}) as headline
    from query, hits
    join entries e on e.id = hits.entry_id
    join revisions r on r.id = hits.revision_id
    left join categories c on c.id = e.category_id and c.enabled
    order by hits.rank desc, hits.published_at desc, hits.entry_id desc`);
  if (rows[0] || page === 0) return { rows, total: rows[0]?.total ?? 0 };
  const counted = await db.execute<{ total: number }>(
    sql`with query as (select ${query} as tsq) select count(*) as total ${matching}`,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The first of these that finds something: all words, all words with unknown ones corrected, any word. */
async function findLeniently(ctx: Context, input: SearchInput) {
  const { q } = input;
  const exact = await find(ctx, matchAll(q), input);
  if (exact.total > 0) return { ...exact, corrected: null };
  const corrected = await correct(ctx, q);
  if (corrected) {
    const found = await find(ctx, matchAll(corrected), { ...input, q: corrected });
    if (found.total > 0) return { ...found, corrected };
  }
  if (wordsOf(q).length === 1) return { ...exact, corrected: null };
  const some = await find(ctx, matchAny(corrected ?? q), { ...input, q: corrected ?? q });
  return { ...some, corrected: some.total > 0 ? corrected : null };
}

/**
 * One page of ranked full text over titles, summaries and bodies (readings, `/search`), tolerant of a typo; empty `q`
 * finds nothing.
 */
export async function search(ctx: Context, input: SearchInput) {
  const { q, page, size } = input;
  if (wordsOf(q).length === 0) return { items: [], page, size, total: 0, q, corrected: null };
  const { rows, total, corrected } = await findLeniently(ctx, input);
  const items = rows.map((row) => ({
    type: row.type,
    slug: row.slug,
    title: row.title,
    excerpt: excerptParts(row.headline),
    category:
      row.category_id === null ? null : { id: row.category_id, slug: row.category_slug, name: row.category_name },
    publishedAt: new Date(row.published_at).toISOString(),
  }));
  return { items, page, size, total, q, corrected };
}
