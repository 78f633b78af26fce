import { type SQL, sql } from 'drizzle-orm';
import { cleanText } from '../../../contract/content/clean-text.ts';
import type { Context } from '../../context.ts';
import { entries, revisions, searchWords } from '../../db/index.ts';
import { segmentWords, spellSymbols } from '../entries/index-text.ts';
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
