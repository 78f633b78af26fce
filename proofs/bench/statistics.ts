/** Returns the value below which a share (0 to 1) of the values lies. */
export function findQuantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

/** Returns the median of values; NaN without any. */
export function findMedian(values: readonly number[]): number {
  return findQuantile(values, 0.5);
}
