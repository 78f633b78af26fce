import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { isSame } from '../../contract/studio/match-items.ts';
import { resolveConflicts } from '../../contract/studio/resolve-conflicts.ts';
import type { Conflict } from '../../contract/studio/shapes.ts';

/** Puts two texts together as a person does: theirs, and the words that only ours has. */
export function joinTexts({ theirs, ours }: Pick<Conflict, 'theirs' | 'ours'>): string {
  const more = ours.split(/\s+/).filter((word) => !theirs.includes(word));
  return theirs.replace(/\s*$/, (end) => `${more.map((word) => ` ${word}`).join('')}${end}`);
}

/** Puts two values together: the one that was not removed, and the items of both lists. */
function joinValues({ theirs, ours }: Conflict): string {
  const [left, right]: unknown[] = [JSON.parse(theirs), JSON.parse(ours)];
  if (left === null) return ours;
  if (!Array.isArray(left) || !Array.isArray(right)) return theirs;
  return JSON.stringify([...left, ...right.filter((item) => !left.some((other) => isSame(item, other)))]);
}

/** Resolves conflicts as a person does who throws nothing away. */
export function keepBoth(merged: DraftContent, conflicts: readonly Conflict[]): DraftContent {
  const choose = (conflict: Conflict) => (conflict.offset === null ? joinValues(conflict) : joinTexts(conflict));
  return resolveConflicts(merged, conflicts, conflicts.map(choose));
}
