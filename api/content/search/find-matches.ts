import { type SQL, sql } from 'drizzle-orm';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { maxSearchHits } from '../../../contract/content/search-limits.ts';
import type { Context } from '../../context.ts';
import { entries, revisions } from '../../db/index.ts';
import { toTypeLexeme } from '../entries/index-text.ts';
import { isEnabled, isShownRevision } from '../entries/visibility.ts';
import { matchAllWords, matchAnyWord } from './query.ts';

export interface SearchHitRow {
  type: EntryType;
  slug: string;
  title: string;
  summary: string;
  plain: string;
  published_at: string;
  category_id: number | null;
  category_slug: string;
  category_name: string;
}

/** The rows of the statement: one for each hit, or a single row without a hit. */
type FoundRow = (SearchHitRow | { type: null }) & { total: number; any: string; findable: boolean } & Record<
    string,
    unknown
  >;

/** `all`: a text whose words must all match. `any`: the tsquery of an earlier search, `SearchMatches.any`. */
type SearchCondition = { all: string } | { any: string };

export interface SearchMatches {
  rows: SearchHitRow[];
  total: number;
  /** The tsquery that any of the words matches, as text, for excerpts. */
  any: string;
  /** False for a query that only excludes words, which no index can find. */
  isFindable: boolean;
}

/**
 * Above these numbers of matches not every match is ranked: matches of the whole text (`search`), and of title, summary
 * and keywords (`head`).
 */
const mostRanked = { search: 10_000, head: 4_000 };
/** The number of newest texts that are ranked for a word that most texts contain. */
const newestRanked = 500;
/** The best hits by title, summary and keywords are ranked again by the whole text. */
const rankedByText = 50;
/** More candidates than hits, because some of the best are drafts or withdrawn. */
const candidates = Math.round(maxSearchHits * 1.2);

/**
 * Returns SQL that parses a search text into one row: the required query, the query for the rank, and the ranking
 * strategy. `needed` is null where no index can find anything: `querytree` is `T` for a query that only excludes. A
 * small site needs no estimate.
 */
function planSearch(condition: SearchCondition, type: EntryType | undefined): SQL {
  const ofType = type ? sql` && ${`'${toTypeLexeme(type)}'`}::tsquery` : sql``;
  const any = 'any' in condition ? sql`${condition.any}::tsquery` : matchAnyWord(condition.all);
  return sql`
    select *, case
      when (select reltuples from pg_class where oid = 'revisions'::regclass) <= ${mostRanked.search}
        or estimated_matches('search', needed) <= ${mostRanked.search} then 'every match'
      when estimated_matches('head', needed) <= ${mostRanked.head} then 'heads and newest'
      else 'newest' end as way
    from (
      select "any", case when querytree(needed) not in ('', 'T') then needed${ofType} end as needed
      from (select ${'any' in condition ? any : matchAllWords(condition.all)} as needed, ${any} as "any" offset 0) as typed
      offset 0) as findable`;
}

const rankOfHead = sql.raw(`ts_rank(head, (select "any" from query), 1) as rank`);

/** Ranks all matches of a vector by the short vector `head`, which is stored in the row itself. */
function rankAll(vector: 'search' | 'head', way: string): SQL {
  return sql`(select id, entry_id, ${rankOfHead} from revisions
    where ${sql.raw(vector)} @@ (select needed from query) and (select way from query) = ${way}
    order by rank desc, id desc limit ${candidates})`;
}

/**
 * Ranks the newest of very many matches by a backward scan of the primary key, faster here than the index of words. The
 * inner limit makes the planner choose that scan, and stops the scan where statistics are wrong.
 */
const rankNewest = sql`(select id, entry_id, ${rankOfHead}
  from (select * from revisions order by id desc limit ${sql.raw(String(mostRanked.search))}) as newest
  where search @@ (select needed from query) and (select way from query) <> 'every match'
  limit ${sql.raw(String(newestRanked))})`;

/**
 * Returns one page of entries that match all or any of the words, best first. Of more than `maxSearchHits` matches
 * only the best, or the newest, are found.
 */
export async function findSearchMatches(
  { db }: Context,
  condition: SearchCondition,
  { type, page, size }: { type?: EntryType | undefined; page: number; size: number },
): Promise<SearchMatches> {
  const first = page * size;
  const { rows } = await db.execute<FoundRow>(sql`
    with query as materialized (${planSearch(condition, type)}),
    ranked as materialized (
      ${rankAll('search', 'every match')} union all (${rankAll('head', 'heads and newest')} union ${rankNewest})),
    shown as materialized (
      select revisions.*, type, slug, category_id, published_at
      from ranked as revisions join ${entries} on ${isShownRevision} where ${isEnabled}
        and (${entries.type}, ${entries.slug}) <> ('PAGE', 'thank-you')),
    placed as (select *, row_number() over (order by rank desc, published_at desc, entry_id desc) as place from shown),
    best as (
      select placed.*, title, summary, plain,
        case when place <= ${rankedByText} then ts_rank_cd(search, (select needed from query), 1) end as text_rank
      from placed join ${revisions} using (id)
      where place <= least(greatest(${rankedByText}::int, ${first + size}::int), ${maxSearchHits}::int)
      order by text_rank desc nulls last, place
      limit ${size} offset ${first})
    select best.type, best.slug, title, summary, plain, published_at,
      c.id as category_id, c.slug as category_slug, c.name as category_name,
      (select least(count(*), ${maxSearchHits}) from shown) as total,
      "any"::text as "any", needed is not null as findable
    from query left join best on true left join categories c on c.id = best.category_id and c.enabled
    order by text_rank desc nulls last, place`);
  const { total, any, findable } = rows[0] ?? { total: 0, any: '', findable: false };
  return {
    rows: rows.filter((row): row is FoundRow & SearchHitRow => row.type !== null),
    total,
    any,
    isFindable: findable,
  };
}
