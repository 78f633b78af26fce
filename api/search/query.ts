import { type SQL, sql } from 'drizzle-orm';
import { cleanText } from '../../contract/clean-text.ts';
import { spellSymbols } from '../entries/index-text.ts';

/** Shorter beginnings stand for too many words to be worth finding. */
const shortestBeginning = 3;

/** The text as it is meant: `c++` spelt as a word, `it's` as `it`, `the customer's` as `the customer`. */
function spoken(text: string): string {
  return spellSymbols(text)
    .replace(/(?<=\p{L})['’](?:s|t|d|m|re|ve|ll)(?!\p{L})/giu, '')
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, ' ');
}

/** Parts what punctuation holds together, since the texts are indexed by their parts too: `read/write` → `read write`. */
function partWords(text: string): string {
  return text.replace(/(?<=[\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}\s]+(?=[\p{L}\p{M}\p{N}])/gu, ' ');
}

/** The first words of a search text in lower case, without its punctuation. */
export function wordsOf(text: string): string[] {
  return cleanText(partWords(spoken(text)))
    .toLowerCase()
    .split(' ')
    .filter(Boolean)
    .slice(0, 16);
}

/** The text without what means nothing in web-search syntax; a minus in front of no word would count as one all the same. */
function cleaned(text: string): string {
  return spoken(text)
    .replace(/[^\p{L}\p{M}\p{N}\s"./@_-]/gu, ' ')
    .replace(/-(?![\p{L}\p{N}"])/gu, ' ');
}

/** The words as a query, the last one as a beginning where it may still be being typed. */
function queryOf(config: 'english' | 'simple', words: readonly string[], operator: ' & ' | ' | '): SQL {
  const ending = (words.at(-1)?.length ?? 0) >= shortestBeginning ? ':*' : '';
  return sql`words_query(${config}::regconfig, ${words.join(' ')}, ${operator}, ${ending})`;
}

const isWebSearch = (text: string) => /"|(?:^|\s)-\S/.test(text);
/** Words that web-search syntax reads otherwise than apart: `or`, and what signs hold together, such as `node.js`. */
const hasJoints = (text: string) => /(?:^|\s)or(?:\s|$)|\S[./@_-]\S/i.test(text);

/**
 * What to match: the text in web-search syntax ("phrases", -without, or). Where it is plain words, all of them with the last
 * one still being typed, as stems and, for titles, as they are written.
 */
export function matchAll(text: string): SQL {
  const asWritten = sql`websearch_to_tsquery('english', unaccent(${cleaned(text)}))`;
  if (isWebSearch(text)) return asWritten;
  const words = wordsOf(text);
  const all = sql`(select case when stems = unstemmed then stems else stems || unstemmed end from (
    select ${queryOf('english', words, ' & ')} as stems, ${queryOf('simple', words, ' & ')} as unstemmed offset 0) as read)`;
  return hasJoints(text) ? sql`(${asWritten} || ${all})` : all;
}

/** Matches any of the words; words that PostgreSQL takes for too common to index count only where there are no others. */
export function matchAny(text: string): SQL {
  const words = wordsOf(text);
  return sql`(select case when numnode(stems) > 0 then stems else ${queryOf('simple', words, ' | ')} end from (
    select ${queryOf('english', words, ' | ')} as stems offset 0) as read)`;
}

/** The words and stems of a query, without those that are too common to count. */
export function lexemesOf(query: string): string[] {
  return [...query.matchAll(/'((?:[^']|'')+)'/g)].map(([, lexeme = '']) => lexeme.replaceAll("''", "'"));
}
