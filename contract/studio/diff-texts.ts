import { diffLines, diffWordsWithSpace } from 'diff';
import { compareWithin, type EditBudget } from './edit-budget.ts';

/** A part of two compared texts: in both, in the first only, or in the second only. */
export interface TextPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** The most edits between the lines of two texts, and the words of two lines. With more, they count as replaced. */
const maxEdits = { lines: 3_000, words: 1_500 };

/** Creates the budget of a difference: about a second for all its comparisons. */
export function createDifferenceBudget(): EditBudget {
  return { left: 9_000 };
}

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

function diffWords(before: string, after: string, budget: EditBudget): TextPart[] {
  const changes = compareWithin(budget, maxEdits.words, (options) => diffWordsWithSpace(before, after, options));
  return changes ? toParts(changes) : replace(before, after);
}

/**
 * Compares two texts by lines, and by words inside the lines that differ, so that long texts are compared quickly. The
 * parts that are not `added` join to the first text, and those that are not `removed` to the second. Comparisons that
 * belong together share a budget.
 */
export function diffTexts(before: string, after: string, budget = createDifferenceBudget()): TextPart[] {
  const lines = compareWithin(budget, maxEdits.lines, (options) => diffLines(before, after, options));
  if (!lines) return replace(before, after);
  const parts: TextPart[] = [];
  let removed = '';
  for (const { kind, text } of toParts(lines)) {
    if (kind === 'removed') {
      parts.push(...replace(removed, ''));
      removed = text;
      continue;
    }
    if (kind === 'added') parts.push(...diffWords(removed, text, budget));
    else parts.push(...replace(removed, ''), { kind, text });
    removed = '';
  }
  return [...parts, ...replace(removed, '')];
}
