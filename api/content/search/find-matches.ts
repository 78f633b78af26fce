import { type SQL, sql } from 'drizzle-orm';
import { cleanText } from '../../../contract/content/clean-text.ts';
import type { EntryType } from '../../../contract/content/entry-types.ts';
import { maxSearchHits } from '../../../contract/content/search-limits.ts';
import type { Context } from '../../context.ts';
import { entries, revisions, searchWords } from '../../db/index.ts';
import { segmentWords, spellSymbols, toTypeLexeme } from '../entries/index-text.ts';
import { isEnabled, isShownRevision } from '../entries/visibility.ts';

/** Letters of scripts without spaces between words: Thai, Lao, Burmese, Khmer, Kana and Han, with half-width Kana. */
const unspacedLetters = String.raw`[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff65-\uff9f\u{20000}-\u{3ffff}]+`;
const unspacedTexts = new RegExp(unspacedLetters, 'gu');

/** Returns the parts of a search text in scripts without spaces. */
export function listUnspacedTexts(text: string): string[] {
  return text.match(unspacedTexts) ?? [];
}

/** Shorter prefixes match too many words. */
const minPrefixLength = 3;

/** Replaces symbols and contractions: `c++` becomes a word, `it's` → `it`, `the customer's` → `the customer`. */
function normalizeSearchText(text: string): string {
  return spellSymbols(text)
    .replace(/(?<=\p{L})['’](?:s|t|d|m|re|ve|ll)(?!\p{L})/giu, '')
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, ' ');
}

/** Splits words at punctuation, because the index also holds the parts: `read/write` → `read write`. */
function splitWords(text: string): string {
  return text.replace(/(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}\s]+(?=[\p{L}\p{M}\p{N}])/gu, ' ');
}

/** Returns the first 16 words of a search text in lower case, without punctuation. */
export function splitSearchWords(text: string): string[] {
  return cleanText(splitWords(normalizeSearchText(text)))
    .toLowerCase()
    .split(' ')
    .filter(Boolean)
    .slice(0, 16);
}

/**
 * Removes characters without a meaning in web-search syntax, and any minus that precedes no word. A text without spaces
 * becomes a phrase, because it consists of several n-grams.
 */
function cleanWebSearch(text: string): string {
  return normalizeSearchText(text)
    .replace(/[^\p{L}\p{M}\p{N}\s"./@_-]/gu, ' ')
    .replace(/-(?![\p{L}\p{N}"])/gu, ' ')
    .split('"')
    .map((part, index) => (index % 2 === 0 ? part.replace(unspacedTexts, ' "$&"').replaceAll('- "', '-"') : part))
    .join('"');
}

/**
 * Returns SQL for a tsquery of the words; the last word matches as a prefix, because the visitor may still be typing.
 */
function createWordsQuery(config: 'english' | 'simple', words: readonly string[], operator: ' & ' | ' | '): SQL {
  const ending = (words.at(-1)?.length ?? 0) >= minPrefixLength ? ':*' : '';
  return sql`words_query(${config}::regconfig, ${segmentWords(words.join(' '), 'query')}, ${operator}, ${ending})`;
}

/** Returns whether a text has phrases or excluded words, which only web-search syntax expresses. */
const isWebSearch = (text: string) => /"|(?:^|\s)-\S/.test(text);
/** Returns whether web-search syntax reads a text differently: `or`, and joined words such as `node.js`. */
const hasOrOrJoinedWords = (text: string) => /(?:^|\s)or(?:\s|$)|\S[./@_-]\S/i.test(text);

/**
 * Returns SQL for a tsquery that all words must match, in web-search syntax ("phrases", -without, or). Plain words
 * match as stems and, for titles, unstemmed, with the last word as a prefix.
 */
export function matchAllWords(text: string): SQL {
  const asWritten = sql`websearch_to_tsquery('english', ${segmentWords(cleanWebSearch(text), 'query')})`;
  if (isWebSearch(text)) return asWritten;
  const words = splitSearchWords(text);
  const all = sql`(select case when stems = unstemmed then stems else stems || unstemmed end from (
    select ${createWordsQuery('english', words, ' & ')} as stems, ${createWordsQuery('simple', words, ' & ')} as unstemmed offset 0) as read)`;
  if (listUnspacedTexts(text).length > 0) {
    // Servers of an earlier release index a clause without spaces as one word.
    return sql`(${asWritten} || ${all} || words_query('english', unaccent(${words.join(' ')}), ' & ', ''))`;
  }
  return hasOrOrJoinedWords(text) ? sql`(${asWritten} || ${all})` : all;
}

/** Returns SQL for a tsquery that any word matches. Stop words count only where there are no other words. */
export function matchAnyWord(text: string): SQL {
  const words = splitSearchWords(text);
  return sql`(select case when numnode(stems) > 0 then stems else ${createWordsQuery('simple', words, ' | ')} end from (
    select ${createWordsQuery('english', words, ' | ')} as stems offset 0) as read)`;
}

/** Returns the lexemes of a tsquery's text. */
export function extractLexemes(query: string): string[] {
  return [...query.matchAll(/'((?:[^']|'')+)'/g)].map(([, lexeme = '']) => lexeme.replaceAll("''", "'"));
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** Each unknown word costs some hundred index lookups. */
const maxCorrectedWords = 4;
/** Counting stops here: enough to tell which of two words is more likely. */
const maxCountedEntries = 20;

/**
 * Returns the words at an edit distance of one: two neighbouring letters exchanged, or one letter changed, added or
 * removed.
 */
function listNearWords(word: string): { transposed: string[]; others: string[] } {
  const places = Array.from({ length: word.length + 1 }, (_, place) => place);
  const parts = places.map((place): [string, string] => [word.slice(0, place), word.slice(place)]);
  const omitWord = (words: string[]) => [...new Set(words)].filter((other) => other !== word);
  return {
    transposed: omitWord(parts.map(([start, end]) => start + end.slice(1, 2) + end.slice(0, 1) + end.slice(2))),
    others: omitWord(
      parts.flatMap(([start, end]) => [
        start + end.slice(1),
        ...letters.flatMap((letter) => [start + letter + end, start + letter + end.slice(1)]),
      ]),
    ),
  };
}

/** Returns the words that are no prefix of a dictionary word. The dictionary only has words of a to z. */
async function findUnknownWords({ db }: Context, words: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select given.word from unnest(${sql.param(words)}::text[]) as given (word)
    where not exists (select from ${searchWords} known where known.word ~>=~ given.word and known.word ~<~ (given.word || '{'))`);
  return rows.map(({ word }) => word);
}

/** SQL for the number of shown entries that contain a word. Hidden entries must not show through corrections. */
const shownEntries = sql`(select count(*) from (
  select from ${entries} join ${revisions} on ${isShownRevision}
  where ${isEnabled} and ${revisions.search} @@ plainto_tsquery('english', s.word) limit ${maxCountedEntries}) as holding)`;

async function findNearestWord({ db }: Context, word: string): Promise<string | null> {
  const { transposed, others } = listNearWords(word);
  const { rows } = await db.execute<{ word: string }>(sql`
    select s.word from ${searchWords} s cross join lateral (select ${shownEntries} as shown) as holding
    where s.word = any(${sql.param([...transposed, ...others])}::text[]) and shown > 0
    order by s.word = any(${sql.param(transposed)}::text[]) desc, shown desc, s.word limit 1`);
  if (rows[0]) return rows[0].word;
  // Words at a larger distance are found by shared trigrams.
  const similar = await db.execute<{ word: string }>(sql`
    select s.word from ${searchWords} s where s.word % ${word}::text and ${shownEntries} > 0
    order by similarity(s.word, ${word}) desc, abs(length(s.word) - length(${word})), s.word limit 1`);
  return similar.rows[0]?.word ?? null;
}

/**
 * Replaces each unknown word with the nearest dictionary word that a visitor may read; null where nothing was replaced.
 */
export async function correctSpelling(ctx: Context, words: string[]): Promise<string | null> {
  const plain = words.map((word) => word.normalize('NFKD').replace(/\p{M}/gu, ''));
  const unknown = await findUnknownWords(
    ctx,
    plain.filter((word) => /^[a-z]{3,30}$/.test(word)),
  );
  const nearest = new Map<string, string>();
  for (const word of unknown.slice(0, maxCorrectedWords)) {
    const near = await findNearestWord(ctx, word);
    if (near) nearest.set(word, near);
  }
  if (nearest.size === 0) return null;
  return words.map((word, index) => nearest.get(plain[index] ?? '') ?? word).join(' ');
}

interface SearchHitRow {
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
