import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { entries, revisions, searchWords } from '../../db/index.ts';
import { isEnabled, isShownRevision } from '../entries/visibility.ts';

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
