/** The name of a segment: the timeline, and the number of the segment in two parts. */
export const segmentName = /^[\dA-F]{24}$/;

/** Segments of 16 MB in a logical log file of 4 GB. */
const segmentsOfFile = 256n;

function parseSegment(name: string): { timeline: string; number: bigint } {
  const [timeline, file, segment] = [name.slice(0, 8), name.slice(8, 16), name.slice(16)];
  return { timeline, number: BigInt(`0x${file}`) * segmentsOfFile + BigInt(`0x${segment}`) };
}

/**
 * Returns whether no segment is missing when `name` follows `previous`: it is the next, the same or an earlier segment
 * of one timeline. PostgreSQL may hand over earlier segments again.
 */
export function leavesNoGap(previous: string, name: string): boolean {
  const [before, after] = [parseSegment(previous), parseSegment(name)];
  return before.timeline === after.timeline && after.number <= before.number + 1n;
}

/** Returns whether names, in any order, have every segment of one timeline from `first` to `last`. */
export function hasEverySegment(names: readonly string[], first: string, last: string): boolean {
  const found = names.filter((name) => segmentName.test(name) && name >= first && name <= last).sort();
  const isUnbroken = found.every((name, index) => index === 0 || leavesNoGap(found[index - 1] ?? name, name));
  return isUnbroken && found[0] === first && found.at(-1) === last;
}
