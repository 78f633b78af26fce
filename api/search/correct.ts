import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { entries, revisions, searchWords } from '../db/tables.ts';
import { isEnabled, isShownRevision } from '../entries/visible.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** Each unknown word costs some hundred looks into an index. */
const mostCorrected = 4;
/** Entries that are counted to tell the likelier of two words. */
const mostCounted = 20;

/** Words that differ by two letters that changed places, and those that differ by one letter. */
export function nearWords(word: string): { transposed: string[]; others: string[] } {
  const places = Array.from({ length: word.length + 1 }, (_, place) => place);
  const parts = places.map((place): [string, string] => [word.slice(0, place), word.slice(place)]);
  const unlike = (words: string[]) => [...new Set(words)].filter((other) => other !== word);
  return {
    transposed: unlike(parts.map(([start, end]) => start + end.slice(1, 2) + end.slice(0, 1) + end.slice(2))),
    others: unlike(
      parts.flatMap(([start, end]) => [
        start + end.slice(1),
        ...letters.flatMap((letter) => [start + letter + end, start + letter + end.slice(1)]),
      ]),
    ),
  };
}

/** The words that no known word begins with. Words with other characters than a to z are not kept, so not unknown either. */
async function unknownWords({ db }: Context, words: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select given.word from unnest(${sql.param(words)}::text[]) as given (word)
    where not exists (select from ${searchWords} known where known.word ~>=~ given.word and known.word ~<~ (given.word || '{'))`);
  return rows.map(({ word }) => word);
}

/** How many entries that a visitor may read hold a word: a draft must not be told by what a mistyped word leads to. */
const shownEntries = sql`(select count(*) from (
  select from ${entries} join ${revisions} on ${isShownRevision}
  where ${isEnabled} and ${revisions.search} @@ plainto_tsquery('english', s.word) limit ${mostCounted}) as holding)`;

async function nearestWord({ db }: Context, word: string): Promise<string | null> {
  const { transposed, others } = nearWords(word);
  const { rows } = await db.execute<{ word: string }>(sql`
    select s.word from ${searchWords} s cross join lateral (select ${shownEntries} as shown) as holding
    where s.word = any(${sql.param([...transposed, ...others])}::text[]) and shown > 0
    order by s.word = any(${sql.param(transposed)}::text[]) desc, shown desc, s.word limit 1`);
  if (rows[0]) return rows[0].word;
  // Farther words share parts of three letters.
  const similar = await db.execute<{ word: string }>(sql`
    select s.word from ${searchWords} s where s.word % ${word}::text and ${shownEntries} > 0
    order by similarity(s.word, ${word}) desc, abs(length(s.word) - length(${word})), s.word limit 1`);
  return similar.rows[0]?.word ?? null;
}

/**
 * The words with each unknown one replaced by the nearest known one that a visitor may read; null where nothing was replaced.
 */
export async function correct(ctx: Context, words: string[]): Promise<string | null> {
  const plain = words.map((word) => word.normalize('NFKD').replace(/\p{M}/gu, ''));
  const unknown = await unknownWords(
    ctx,
    plain.filter((word) => /^[a-z]{3,30}$/.test(word)),
  );
  const nearest = new Map<string, string>();
  for (const word of unknown.slice(0, mostCorrected)) {
    const near = await nearestWord(ctx, word);
    if (near) nearest.set(word, near);
  }
  if (nearest.size === 0) return null;
  return words.map((word, index) => nearest.get(plain[index] ?? '') ?? word).join(' ');
}
