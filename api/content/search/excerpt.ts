import { spellSymbols } from '../entries/index-text.ts';
import { listUnspacedTexts } from './find-matches.ts';

/** A part of an excerpt that did or did not match. */
export interface ExcerptPart {
  text: string;
  match: boolean;
}

/** Characters: of an excerpt, and of a long sentence before its first match. */
const excerptLength = 240;
const maxLeadLength = 120;
/** Matches that are inspected to find the best sentence of a text. */
const maxInspectedMatches = 40;

/** Returns the text that the excerpt of an entry is cut from. */
export function getExcerptSource({ summary, plain }: { summary: string; plain: string }): string {
  return `${summary}\n${plain}`;
}

/** Removes accents and differences of width, and keeps the length, so that positions in the text stay valid. */
function removeAccents(text: string): string {
  return text.replace(/[\u00c0-\u024f\u0370-\u03ff\u1e00-\u1fff\u3040-\u30ff\uff00-\uffef]/g, (letter) =>
    letter.normalize('NFKD').charAt(0),
  );
}

/** Combining marks that a text may have and a search may not: of Latin, Hebrew, Arabic and Kana. */
const optionalMarks = String.raw`[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670\u3099\u309a]*`;

/** Returns a pattern for letters that may have combining marks. */
function createLettersPattern(letters: readonly string[]): string {
  return letters.map((letter) => RegExp.escape(letter) + optionalMarks).join('');
}

/** Letters, marks and digits of nearly every script with spaces; much faster than `\p{L}` on a long text. */
const wordCharacter = String.raw`[a-z0-9\u00c0-\u0dff\u0f00-\u0fff\u10a0-\u177f\u1800-\u1fff\u2c00-\u2fff\ua000-\ud7ff]`;
const wordPattern = new RegExp(wordCharacter, 'i');

/**
 * Returns a pattern for words with the same first letters as a wanted word, because a stem and its forms share them.
 */
function createPrefixPattern(wanted: readonly string[]): RegExp | null {
  const beginnings = wanted.map((word) => {
    const letters = [...removeAccents(word)];
    return createLettersPattern(letters.slice(0, Math.min(3, Math.max(1, letters.length - 1))));
  });
  if (beginnings.length === 0) return null;
  const names = [...new Set(beginnings)].join('|');
  return new RegExp(String.raw`\.net\b|[cg]\+\+|[cfj]#|(?:${names})${wordCharacter}*`, 'gi');
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Returns the words of a text that the Unicode rules and dictionaries of ICU find, also without spaces. */
export function segmentUnspacedText(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/**
 * Returns a pattern for texts in scripts without spaces, and for their words where a text contains only those. A word
 * of one letter is left out, because it occurs inside many others.
 */
function createUnspacedPattern(texts: readonly string[]): RegExp | null {
  const words = texts.flatMap((text) => segmentUnspacedText(text).filter((word) => [...word].length > 1));
  const letters = [...new Set([...texts, ...words])].map((text) => [...removeAccents(text.normalize('NFKC'))]);
  if (letters.length === 0) return null;
  // The first alternative wins, so longer texts come first.
  const longestFirst = letters.sort((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map(createLettersPattern).join('|'), 'g');
}

interface Candidate {
  word: string;
  start: number;
  end: number;
}

const isWordCharacter = (character = '') => wordPattern.test(character);

function findCandidates(text: string, pattern: RegExp | null): Candidate[] {
  if (!pattern) return [];
  return [...removeAccents(text).matchAll(pattern)].map(({ 0: { length }, index }) => ({
    word: text.slice(index, index + length).toLowerCase(),
    start: index,
    end: index + length,
  }));
}

/** Returns whether a sentence ends: a stop before a space and a capital, a full-width stop, or the end of a line. */
function isSentenceEnd(text: string, place: number): boolean {
  const character = text[place];
  if (character === '\n' || character === '。' || character === '！' || character === '？') return true;
  return (
    (character === '.' || character === '!' || character === '?') &&
    /^["'”’)\]]*\s+["'“‘(]?[\p{Lu}\p{N}]/u.test(text.slice(place + 1, place + 8))
  );
}

function findSentence(text: string, place: number): { start: number; end: number } {
  let start = place;
  while (start > 0 && !isSentenceEnd(text, start - 1)) start--;
  let end = place;
  while (end < text.length && !isSentenceEnd(text, end)) end++;
  while (
    start < place &&
    !isWordCharacter(text[start]) &&
    !/["'“‘(「『\u0e00-\u109f\u1780-\u17ff\u3005-\u9fff]/.test(text[start] ?? '')
  )
    start++;
  return { start, end };
}

/**
 * Returns the sentence with the most distinct matches; the first of several, or the beginning of a text without a
 * match.
 */
function findBestSentence(text: string, matches: readonly Candidate[]): { start: number; end: number } {
  let best = { start: 0, end: 0, count: 0 };
  let next = 0;
  while (next < Math.min(matches.length, maxInspectedMatches)) {
    const { start, end } = findSentence(text, matches[next]?.start ?? 0);
    const found = new Set<string>();
    for (; next < matches.length && (matches[next]?.start ?? end) < end; next++) found.add(matches[next]?.word ?? '');
    if (found.size > best.count) best = { start, end, count: found.size };
  }
  return best;
}

/** Joins lines into one. A heading or a list item has no stop at its end, so a dot separates it. */
function joinLines(text: string): string {
  return text.replace(/([.!?…:;,]?)\n/g, (_end, stop: string) => (stop ? `${stop} ` : ' · '));
}

/** Cuts the excerpt from a position on, at a space, and splits it into parts that match and parts that do not. */
function cutExcerpt(text: string, start: number, matches: readonly Candidate[]): ExcerptPart[] {
  const limit = start + excerptLength;
  const space = text.lastIndexOf(' ', limit);
  const stop = text.length <= limit ? text.length : space > start + excerptLength / 2 ? space : limit;
  const parts: ExcerptPart[] = [];
  let at = start;
  for (const match of matches.filter((one) => one.start >= start && one.end <= stop)) {
    parts.push({ text: joinLines(text.slice(at, match.start)), match: false });
    parts.push({ text: text.slice(match.start, match.end), match: true });
    at = match.end;
  }
  parts.push({ text: joinLines(text.slice(at, stop)) + (stop < text.length ? ' …' : ''), match: false });
  return parts;
}

/**
 * Creates the excerpts of texts for a query; each begins with the sentence that matches best. `findMatching` returns
 * the words that match, because only PostgreSQL's dictionary knows the forms of a word. `unspaced` has the parts of the
 * query in scripts without spaces, which match as they are.
 */
export async function createExcerpts(
  texts: readonly string[],
  { wanted, unspaced }: { wanted: readonly string[]; unspaced: readonly string[] },
  findMatching: (words: { word: string; spelt: string }[]) => Promise<Set<string>>,
): Promise<ExcerptPart[][]> {
  const pattern = createPrefixPattern(wanted.filter((word) => listUnspacedTexts(word).length === 0));
  const unspacedPattern = createUnspacedPattern(unspaced);
  const candidates = texts.map((text) =>
    findCandidates(text, pattern).filter(({ start }) => !isWordCharacter(text[start - 1])),
  );
  const words = [...new Set(candidates.flat().map(({ word }) => word))];
  const matching = await findMatching(words.map((word) => ({ word, spelt: spellSymbols(word) })));
  return texts.map((text, index) => {
    const matches = [
      ...(candidates[index] ?? []).filter(({ word }) => matching.has(word)),
      ...findCandidates(text, unspacedPattern),
    ].sort((one, other) => one.start - other.start);
    const sentence = findBestSentence(text, matches);
    const first = matches.find(({ start }) => start >= sentence.start)?.start ?? sentence.start;
    // The match in a very long sentence must be visible.
    const isLate = first < sentence.end && first - sentence.start > maxLeadLength;
    const start = isLate ? text.lastIndexOf(' ', first - maxLeadLength / 2) + 1 : sentence.start;
    const startsInsideSentence = isLate || (start > 0 && /^\p{Ll}/u.test(text.slice(start, start + 2)));
    const parts = [
      ...(startsInsideSentence ? [{ text: '… ', match: false }] : []),
      ...cutExcerpt(text, start, matches),
    ];
    return parts.filter((part) => part.text !== '');
  });
}
