import { type SQL, sql } from 'drizzle-orm';
import { cleanText } from '../../contract/clean-text.ts';
import type { Context } from '../context.ts';
import { entries, revisions } from '../db/tables.ts';
import { isEnabled, isShownRevision } from '../entries/visible.ts';

/** The first words of a search text in lower case, without its punctuation. */
export function wordsOf(text: string): string[] {
  return cleanText(text).toLowerCase().split(' ').filter(Boolean).slice(0, 16);
}

/** The text without what means nothing in web-search syntax; a minus in front of no word would count as one all the same. */
function cleaned(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}\s"'./@_-]/gu, ' ').replace(/-(?![\p{L}\p{N}"])/gu, ' ');
}

/** The words as a query's text. Quoted only after unaccent, which makes apostrophes of some letters and nothing of others. */
function joined(text: string, operator: '&' | '|'): SQL {
  const words = sql`regexp_split_to_table(unaccent(${wordsOf(text).join(' ')}), '[\\s''\\\\]+') as word`;
  return sql`array_to_string(array(select quote_literal(word) from ${words} where word <> ''), ${` ${operator} `})`;
}

/** The words joined, the last one as a beginning, for it may still be being typed. */
function joinedAndTyped(text: string, operator: '&' | '|'): SQL {
  return sql`to_tsquery('english', coalesce(nullif(${joined(text, operator)}, '') || ':*', ''))`;
}

const isWebSearch = (text: string) => /"|(?:^|\s)-\S/.test(text);

/**
 * What to match: the text in web-search syntax ("phrases", -without, or). Where it is plain words, also all of them
 * with the last one still being typed.
 */
export function matchAll(text: string): SQL {
  const asWritten = sql`websearch_to_tsquery('english', unaccent(${cleaned(text)}))`;
  return isWebSearch(text) ? asWritten : sql`(${asWritten} || ${joinedAndTyped(text, '&')})`;
}

/** Matches any of the words; for a question of many words of which no text holds all. */
export function matchAny(text: string): SQL {
  return sql`to_tsquery('english', ${joined(text, '|')})`;
}

/** What to mark in an excerpt: any of the words, for those of a title need not stand in the text it is cut from. */
export function markAny(text: string): SQL {
  return isWebSearch(text) ? matchAny(text) : joinedAndTyped(text, '|');
}

/**
 * The text with each unknown word replaced by the most similar known one that a visitor may read; null where nothing was
 * replaced.
 */
export async function correct({ db }: Context, text: string): Promise<string | null> {
  const words = wordsOf(text);
  const { rows } = await db.execute<{ word: string; nearest: string | null }>(sql`
    select given.word, near.word as nearest
    from unnest(${sql.param(words)}::text[]) with ordinality as given (word, place)
    left join lateral (
      select s.word from search_words s
      where not exists (select from search_words known where known.word like unaccent(given.word) || '%')
        and s.word % unaccent(given.word) and exists (
        select from ${entries} join ${revisions} on ${isShownRevision}
        where ${isEnabled} and ${revisions.search} @@ plainto_tsquery('english', s.word))
      order by similarity(s.word, unaccent(given.word)) desc, abs(length(s.word) - length(given.word)), s.word limit 1
    ) near on true
    order by given.place`);
  const better = rows.map((row) => row.nearest ?? row.word).join(' ');
  return better === words.join(' ') ? null : better;
}
