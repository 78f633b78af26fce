import { mergeMoves } from '../../../contract/studio/merge-moves.ts';
import type { Sides } from '../../../contract/studio/merge-pieces.ts';

/**
 * Merges two orders of a list. Items that only one side has do not take part: those of `theirs` keep their neighbour,
 * and others are gone. Returns null if both sides moved an item to different places.
 */
export function mergeOrders<T>({ base, theirs, ours }: Sides<readonly T[]>): T[] | null {
  const isShared = (item: T) => base.includes(item) && theirs.includes(item) && ours.includes(item);
  const order = mergeMoves({
    base: base.filter(isShared),
    theirs: theirs.filter(isShared),
    ours: ours.filter(isShared),
  });
  if (!order) return null;
  for (const [index, item] of theirs.entries()) {
    if (order.includes(item)) continue;
    const before = theirs[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, item);
  }
  return order;
}
