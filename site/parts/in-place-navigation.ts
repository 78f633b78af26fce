/** Location state of a link that changes only a part of the page and keeps focus and scroll position. */
export const inPlaceState = { isInPlace: true } as const;

/** Returns whether a location state comes from such a link. */
export function isInPlaceNavigation(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isInPlace' in state;
}
