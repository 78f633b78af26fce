/** Returns a list whose item at an index has moved by a number of places. */
export function moveItem<T>(list: readonly T[], index: number, step: number): T[] {
  const copy = [...list];
  copy.splice(index + step, 0, ...copy.splice(index, 1));
  return copy;
}
