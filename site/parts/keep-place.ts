/** State of a link that changes only a part of the page: focus and scroll stay where they are. */
export const keepPlace = { keepPlace: true } as const;

export function keepsPlace(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'keepPlace' in state;
}
