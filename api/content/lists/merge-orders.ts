import { mergeMoves } from '../../../contract/studio/merge-moves.ts';
import type { Sides } from '../../../contract/studio/merge-pieces.ts';

/**
 * Merges two orders of a list. An item that one side has added follows its neighbour on that side, and one that
 * `theirs` does not have any more is gone. Returns null if both sides moved an item to different places.
 */
export function mergeOrders<T>({ base, theirs, ours }: Sides<readonly T[]>): T[] | null {
  const isShared = (item: T) => base.includes(item) && theirs.includes(item) && ours.includes(item);
  const order = mergeMoves({
    base: base.filter(isShared),
    theirs: theirs.filter(isShared),
    ours: ours.filter(isShared),
  });
  if (!order) return null;
  for (const side of [ours.filter((item) => theirs.includes(item) || !base.includes(item)), theirs])
    for (const [index, item] of side.entries()) {
      if (order.includes(item)) continue;
      const before = side[index - 1];
      order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, item);
    }
  return order;
}
