import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { isSame } from '../../contract/studio/match-items.ts';
import { resolveConflicts } from '../../contract/studio/resolve-conflicts.ts';
import type { Conflict } from '../../contract/studio/shapes.ts';

/** Joins two texts as a person would: all of theirs, and the words that only ours has. */
export function joinTexts({ theirs, ours }: Pick<Conflict, 'theirs' | 'ours'>): string {
  const more = ours.split(/\s+/).filter((word) => !theirs.includes(word));
  return theirs.replace(/\s*$/, (end) => `${more.map((word) => ` ${word}`).join('')}${end}`);
}

/** Joins two values: returns ours if theirs was removed, the items of both lists, or else theirs. */
function joinValues({ theirs, ours }: Conflict): string {
  const [left, right]: unknown[] = [JSON.parse(theirs), JSON.parse(ours)];
  if (left === null) return ours;
  if (!Array.isArray(left) || !Array.isArray(right)) return theirs;
  return JSON.stringify([...left, ...right.filter((item) => !left.some((other) => isSame(item, other)))]);
}

/** Resolves conflicts so that no text of either side is lost. */
export function keepBoth(merged: DraftContent, conflicts: readonly Conflict[]): DraftContent {
  const choose = (conflict: Conflict) => (conflict.offset === null ? joinValues(conflict) : joinTexts(conflict));
  return resolveConflicts(merged, conflicts, conflicts.map(choose));
}
