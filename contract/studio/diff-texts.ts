import { diffLines, diffWordsWithSpace } from 'diff';
import { compareWithin, type EditBudget } from './edit-budget.ts';

/** A part of two compared texts: in both, in the first only, or in the second only. */
export interface TextPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** The most edits between the lines of two texts, and between their words. A text with more counts as replaced. */
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

/** A change between two words that both texts have. */
interface Change {
  removed: string;
  added: string;
}

const getLength = ({ removed, added }: Change) => Math.max(removed.length, added.length);

/**
 * Joins changes that only a few equal words separate: nobody can read a rewritten sentence in which every second word
 * is marked. Equal words that are no longer than the change before and the change after them count as replaced.
 */
function joinScatteredChanges(parts: readonly TextPart[]): TextPart[] {
  /** The changes, each with the equal text after it. */
  const found: (Change & { same: string })[] = [{ removed: '', added: '', same: '' }];
  function joinLast(): void {
    const [before, last] = found.slice(-2);
    if (!before || !last || before.same === '') return;
    if (before.same.length > Math.min(getLength(before), getLength(last))) return;
    const removed = before.removed + before.same + last.removed;
    found.splice(-2, 2, { removed, added: before.added + before.same + last.added, same: last.same });
    joinLast();
  }
  for (const { kind, text } of parts) {
    if (kind !== 'same' && found.at(-1)?.same) found.push({ removed: '', added: '', same: '' });
    const last = found.at(-1);
    if (!last) continue;
    last[kind] += text;
    if (kind === 'same') joinLast();
  }
  joinLast();
  return found.flatMap(({ removed, added, same }) => [
    ...replace(removed, added),
    ...(same ? [{ kind: 'same' as const, text: same }] : []),
  ]);
}

function diffWords(before: string, after: string, budget: EditBudget): TextPart[] {
  const changes = compareWithin(budget, maxEdits.words, (options) => diffWordsWithSpace(before, after, options));
  return changes ? joinScatteredChanges(toParts(changes)) : replace(before, after);
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
