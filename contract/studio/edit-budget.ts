import type { ChangeObject } from 'diff';

/**
 * The insertions and deletions that the comparisons of one merge, or of one difference, may still search for together.
 * The time of a comparison grows with their square, so a limit for each comparison alone would not limit many of them.
 */
export interface EditBudget {
  left: number;
}

/**
 * The most insertions and deletions that one comparison on a server looks for. Its time grows with their square: about
 * 50 ms for this number. Texts with more edits count as changed as a whole.
 */
export const maxEdits = 1_000;

/** Words of two items that are compared in the time in which a long comparison finds an edit. */
const wordsPerEdit = 500;

/**
 * Takes the comparison of a number of words from the budget. Returns false, and takes nothing, if too little is left.
 */
export function takeWords(budget: EditBudget, count: number): boolean {
  const edits = Math.ceil(count / wordsPerEdit);
  if (edits > budget.left) return false;
  budget.left -= edits;
  return true;
}

/**
 * Runs a comparison that finds at most `most` edits, and takes its edits from the budget. Returns its changes; null if
 * there are more edits. The budget counts edits, not time, so that the browser and the server get the same result.
 */
export function compareWithin<T>(
  budget: EditBudget,
  most: number,
  compare: (options: { maxEditLength: number }) => ChangeObject<T>[] | undefined,
): ChangeObject<T>[] | null {
  const maxEditLength = Math.min(most, budget.left);
  const changes = compare({ maxEditLength });
  const edits = changes?.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0);
  budget.left -= edits ?? maxEditLength;
  return changes ?? null;
}
