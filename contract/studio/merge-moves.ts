import type { Sides } from './merge-pieces.ts';

/** Returns the items of an order that have to move so that the items of another order get into this order. */
function findMoved<T>(from: readonly T[], to: readonly T[]): Set<T> {
  const places = new Map(from.map((item, place) => [item, place]));
  // The longest rising sequence of places stays; `lengths` has its length up to each item, `previous` the item before.
  const lengths: number[] = [];
  const previous: (number | null)[] = [];
  for (const [index, item] of to.entries()) {
    let before: number | null = null;
    for (let earlier = 0; earlier < index; earlier++) {
      const isRising = (places.get(to[earlier] as T) ?? 0) < (places.get(item) ?? 0);
      if (isRising && (before === null || (lengths[earlier] ?? 0) > (lengths[before] ?? 0))) before = earlier;
    }
    previous[index] = before;
    lengths[index] = 1 + (before === null ? 0 : (lengths[before] ?? 0));
  }
  const moved = new Set(to);
  let last: number | null | undefined = lengths.length > 0 ? lengths.indexOf(Math.max(...lengths)) : null;
  while (typeof last === 'number') {
    moved.delete(to[last] as T);
    last = previous[last];
  }
  return moved;
}

/** Moves items to their places in another order: each behind the item that it follows there. */
function moveItems<T>(order: T[], moved: ReadonlySet<T>, to: readonly T[]): void {
  for (const [index, item] of to.entries()) {
    if (!moved.has(item)) continue;
    const at = order.indexOf(item);
    if (at >= 0) order.splice(at, 1);
    const before = to.slice(0, index).findLast((each) => order.includes(each));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, item);
  }
}

/**
 * Merges two orders of the same items, each of which is recognised wherever it moves. Returns null if both sides moved
 * an item to different places.
 */
export function mergeMoves<T>({ base, theirs, ours }: Sides<readonly T[]>): T[] | null {
  const [their, our] = [findMoved(base, theirs), findMoved(base, ours)];
  const getBefore = (order: readonly T[], item: T) => order[order.indexOf(item) - 1];
  const isMovedApart = (item: T) => our.has(item) && getBefore(theirs, item) !== getBefore(ours, item);
  if ([...their].some(isMovedApart)) return null;
  const order = base.filter((item) => !their.has(item) && !our.has(item));
  moveItems(order, their, theirs);
  moveItems(order, our, ours);
  return order;
}
