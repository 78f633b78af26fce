import { diffLines, diffWordsWithSpace } from 'diff';

/** A part of two compared texts: in both, in the first only, or in the second only. */
export interface TextPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/**
 * The most edits that a comparison searches for, because its time grows with their square. Texts with more edits count
 * as replaced.
 */
const maxEdits = 3_000;

/** Returns the parts of a text that was replaced by another. Empty texts have no part. */
function replace(before: string, after: string): TextPart[] {
  const parts: TextPart[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  return parts.filter(({ text }) => text !== '');
}

const toParts = (changes: { added: boolean; removed: boolean; value: string }[]): TextPart[] =>
  changes.map(({ added, removed, value }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }));

function diffWords(before: string, after: string): TextPart[] {
  const changes = diffWordsWithSpace(before, after, { maxEditLength: maxEdits });
  return changes ? toParts(changes) : replace(before, after);
}

/**
 * Compares two texts by lines, and by words inside the lines that differ, so that long texts are compared quickly. The
 * parts that are not `added` join to the first text, and those that are not `removed` to the second.
 */
export function diffTexts(before: string, after: string): TextPart[] {
  const lines = diffLines(before, after, { maxEditLength: maxEdits });
  if (!lines) return replace(before, after);
  const parts: TextPart[] = [];
  let removed = '';
  for (const { kind, text } of toParts(lines)) {
    if (kind === 'removed') {
      parts.push(...replace(removed, ''));
      removed = text;
      continue;
    }
    if (kind === 'added') parts.push(...diffWords(removed, text));
    else parts.push(...replace(removed, ''), { kind, text });
    removed = '';
  }
  return [...parts, ...replace(removed, '')];
}
