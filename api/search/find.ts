import { type SQL, sql } from 'drizzle-orm';
import type { EntryType } from '../../contract/entry-types.ts';
import { mostSearchHits } from '../../contract/search.ts';
import type { Context } from '../context.ts';
import { entries, revisions } from '../db/tables.ts';
import { isEnabled, isShownRevision } from '../entries/visible.ts';
import { estimateMatches } from './query.ts';

export interface HitRow extends Record<string, unknown> {
  type: EntryType;
  slug: string;
  title: string;
  summary: string;
  plain: string;
  published_at: string;
  category_id: number | null;
  category_slug: string;
  category_name: string;
  total: number;
}

/** More matches than these are not ranked one by one: by their whole text, and by title, summary and keywords alone. */
const mostRanked = { search: 10_000, head: 4_000 };
/** Of a word that nearly every text holds, so many of the newest texts are ranked. */
const newestRanked = 500;
/** The best by title, summary and keywords are ranked again by the whole text. */
const rankedByText = 50;
/** Some of the best are drafts, or are withdrawn. */
const candidates = Math.round(mostSearchHits * 1.2);

/** What to find, see `SearchQuery`. */
interface Wanted {
  all: string;
  any: string;
  estimate: number;
}

/** Ranks what a vector matches by the short vector, which is read with its row. */
function rankAll(vector: SQL, all: string, any: string): SQL {
  return sql`(select id, entry_id, ts_rank(head, ${any}::tsquery, 1) as rank from ${revisions}
    where ${vector} @@ ${all}::tsquery order by rank desc, id desc limit ${sql.raw(String(candidates))})`;
}

/**
 * Ranks the newest of very many matches: reading backwards meets them sooner than an index of words. The inner limit keeps
 * the planner on that way, and ends it where its statistics were wrong.
 */
function rankNewest(all: string, any: string): SQL {
  return sql`(select id, entry_id, ts_rank(head, ${any}::tsquery, 1) as rank
    from (select * from ${revisions} order by id desc limit ${sql.raw(String(mostRanked.search))}) as newest
    where search @@ ${all}::tsquery limit ${sql.raw(String(newestRanked))})`;
}

async function rank(ctx: Context, { all, any, estimate }: Wanted): Promise<SQL> {
  if (estimate <= mostRanked.search) return rankAll(sql`search`, all, any);
  if ((await estimateMatches(ctx, 'head', all)) > mostRanked.head) return rankNewest(all, any);
  return sql`(${rankAll(sql`head`, all, any)} union ${rankNewest(all, any)})`;
}

/** One page of what matches, best first; of more than `mostSearchHits` only the best, or the newest, are found. */
export async function find(
  ctx: Context,
  wanted: Wanted,
  { page, size }: { page: number; size: number },
): Promise<{ rows: HitRow[]; total: number }> {
  const first = page * size;
  if (first >= mostSearchHits) return { rows: [], total: (await find(ctx, wanted, { page: 0, size: 1 })).total };
  const { rows } = await ctx.db.execute<HitRow>(sql`
    with ranked as materialized (select * from ${await rank(ctx, wanted)} as ranked),
    placed as materialized (
      select revisions.*, type, slug, category_id, published_at, row_number() over (order by rank desc, published_at desc, entry_id desc) as place,
        least(count(*) over (), ${mostSearchHits}) as total
      from ranked as revisions join ${entries} on ${isShownRevision} where ${isEnabled}),
    best as (
      select placed.*, title, summary, plain,
        case when place <= ${rankedByText} then ts_rank_cd(search, ${wanted.all}::tsquery, 1) end as text_rank
      from placed join ${revisions} using (id)
      where place <= least(greatest(${rankedByText}::int, ${first + size}::int), ${mostSearchHits}::int)
      order by text_rank desc nulls last, place
      limit ${size} offset ${first})
    select best.type, best.slug, title, summary, plain, published_at, total,
      c.id as category_id, c.slug as category_slug, c.name as category_name
    from best left join categories c on c.id = best.category_id and c.enabled
    order by text_rank desc nulls last, place`);
  if (rows[0] || page === 0) return { rows, total: rows[0]?.total ?? 0 };
  return { rows, total: (await find(ctx, wanted, { page: 0, size: 1 })).total };
}
