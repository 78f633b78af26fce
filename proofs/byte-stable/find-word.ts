import type { Text } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';

/** A word of a Markdown text and its place in the source. */
export interface WordPlace {
  word: string;
  offset: number;
}

/** A run of letters that is no part of an escape, of a character reference or of a longer run. */
const words = /(?<![&\\\p{L}\p{M}\p{N}])\p{L}+(?![\p{L}\p{M}\p{N};])/gu;

// A changed heading changes its anchor, and a changed label no longer finds its definition.
const skipped = new Set(['heading', 'linkReference', 'definition']);

/** Compares texts as the editor's search does. */
const fold = (text: string) => text.normalize('NFKD').toLowerCase();

/** Returns whether a search from the beginning of a text finds a word at this place first. */
function isFoundFirst(source: string, { word, offset }: WordPlace): boolean {
  const before = fold(source.slice(0, offset + word.length));
  return before.indexOf(fold(word)) === before.length - fold(word).length;
}

/** Returns a word of the running text that a search finds first, and that no link or heading depends on. */
export function findWord(source: string): WordPlace | null {
  const tree = unified().use(remarkParse).use(remarkGfm).parse(source);
  const texts: Text[] = [];
  visit(tree, (node) => {
    if (skipped.has(node.type)) return SKIP;
    if (node.type === 'text') texts.push(node);
    return undefined;
  });
  for (const { position } of texts) {
    const [start, end] = [position?.start.offset ?? 0, position?.end.offset ?? 0];
    for (const match of source.slice(start, end).matchAll(words)) {
      const place = { word: match[0], offset: start + match.index };
      if (isFoundFirst(source, place)) return place;
    }
  }
  return null;
}

/** Returns a text with another word at a place. */
export function replaceWord(source: string, { word, offset }: WordPlace, other: string): string {
  return source.slice(0, offset) + other + source.slice(offset + word.length);
}
