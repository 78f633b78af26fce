import { spellSymbols } from '../entries/index-text.ts';

/** A stretch of an excerpt that did or did not match. */
export interface ExcerptPart {
  text: string;
  match: boolean;
}

/** Characters: of an excerpt, and of a long sentence before its first match. */
const excerptLength = 240;
const longestStart = 120;
/** Places that are looked at to find the best sentence of a text. */
const mostMatches = 40;

/** The text that the excerpt of an entry is cut from. */
export function excerptText({ summary, plain }: { summary: string; plain: string }): string {
  return `${summary}\n${plain}`;
}

/** Letters without their accents; the text keeps its length, so that places in it stay the same. */
function withoutAccents(text: string): string {
  return text.replace(/[\u00c0-\u024f\u1e00-\u1eff]/g, (letter) => letter.normalize('NFD').charAt(0));
}

/** Letters, marks and digits of nearly every script, without what `\p{L}` costs in a long text. */
const wordCharacter = String.raw`[a-z0-9\u00c0-\u1fff\u2c00-\ud7ff]`;
const wordPattern = new RegExp(wordCharacter, 'i');

/** Finds words that begin as one of the wanted words does; a stem and its forms share their first letters. */
function beginningsOf(wanted: readonly string[]): RegExp | null {
  const beginnings = wanted.map((word) => {
    const letters = [...withoutAccents(word)];
    return letters.slice(0, Math.min(3, Math.max(1, letters.length - 1))).join('');
  });
  if (beginnings.length === 0) return null;
  const names = [...new Set(beginnings)].map((beginning) => RegExp.escape(beginning)).join('|');
  return new RegExp(String.raw`\.net\b|[cg]\+\+|[cfj]#|(?:${names})${wordCharacter}*`, 'gi');
}

interface Candidate {
  word: string;
  start: number;
  end: number;
}

const isWordCharacter = (character = '') => wordPattern.test(character);

function candidatesIn(text: string, pattern: RegExp | null): Candidate[] {
  if (!pattern) return [];
  return [...withoutAccents(text).matchAll(pattern)]
    .filter(({ index }) => !isWordCharacter(text[index - 1]))
    .map(({ 0: { length }, index }) => ({
      word: text.slice(index, index + length).toLowerCase(),
      start: index,
      end: index + length,
    }));
}

/** Whether a sentence ends with the character at a place: a stop before a space and a capital, or the end of a line. */
function endsAt(text: string, place: number): boolean {
  const character = text[place];
  if (character === '\n') return true;
  return (
    (character === '.' || character === '!' || character === '?') &&
    /^["'”’)\]]*\s+["'“‘(]?[\p{Lu}\p{N}]/u.test(text.slice(place + 1, place + 8))
  );
}

function sentenceAround(text: string, place: number): { start: number; end: number } {
  let start = place;
  while (start > 0 && !endsAt(text, start - 1)) start--;
  let end = place;
  while (end < text.length && !endsAt(text, end)) end++;
  while (start < place && !isWordCharacter(text[start]) && !/["'“‘(]/.test(text[start] ?? '')) start++;
  return { start, end };
}

/** The sentence with the most different matches; of several the first, and where nothing matches the beginning. */
function bestSentence(text: string, matches: readonly Candidate[]): { start: number; end: number } {
  let best = { start: 0, end: 0, count: 0 };
  let next = 0;
  while (next < Math.min(matches.length, mostMatches)) {
    const { start, end } = sentenceAround(text, matches[next]?.start ?? 0);
    const found = new Set<string>();
    for (; next < matches.length && (matches[next]?.start ?? end) < end; next++) found.add(matches[next]?.word ?? '');
    if (found.size > best.count) best = { start, end, count: found.size };
  }
  return best;
}

/** Lines put one after the other; a heading or a list item has no stop at its end. */
function inOneLine(text: string): string {
  return text.replace(/([.!?…:;,]?)\n/g, (_end, stop: string) => (stop ? `${stop} ` : ' · '));
}

/** The part of a text of which `matches` are to be marked, from a place on, cut at a space. */
function cut(text: string, start: number, matches: readonly Candidate[]): ExcerptPart[] {
  const limit = start + excerptLength;
  const space = text.lastIndexOf(' ', limit);
  const stop = text.length <= limit ? text.length : space > start + excerptLength / 2 ? space : limit;
  const parts: ExcerptPart[] = [];
  let at = start;
  for (const match of matches.filter((one) => one.start >= start && one.end <= stop)) {
    parts.push({ text: inOneLine(text.slice(at, match.start)), match: false });
    parts.push({ text: text.slice(match.start, match.end), match: true });
    at = match.end;
  }
  parts.push({ text: inOneLine(text.slice(at, stop)) + (stop < text.length ? ' …' : ''), match: false });
  return parts;
}

/**
 * The excerpts of texts for a query of these words: each begins with the sentence that matches best. `findMatching` tells
 * which words of the texts match, for only the index's own dictionary knows what is a form of what.
 */
export async function excerptsOf(
  texts: readonly string[],
  wanted: readonly string[],
  findMatching: (words: { word: string; spelt: string }[]) => Promise<Set<string>>,
): Promise<ExcerptPart[][]> {
  const pattern = beginningsOf(wanted);
  const candidates = texts.map((text) => candidatesIn(text, pattern));
  const words = [...new Set(candidates.flat().map(({ word }) => word))];
  const matching = await findMatching(words.map((word) => ({ word, spelt: spellSymbols(word) })));
  return texts.map((text, index) => {
    const matches = (candidates[index] ?? []).filter(({ word }) => matching.has(word));
    const sentence = bestSentence(text, matches);
    const first = matches.find(({ start }) => start >= sentence.start)?.start ?? sentence.start;
    // The match of a very long sentence must be seen.
    const isLate = first < sentence.end && first - sentence.start > longestStart;
    const start = isLate ? text.lastIndexOf(' ', first - longestStart / 2) + 1 : sentence.start;
    const parts = [...(isLate ? [{ text: '… ', match: false }] : []), ...cut(text, start, matches)];
    return parts.filter((part) => part.text !== '');
  });
}
