/** A segment that leads to its own or the parent path, also with encoded dots (URL Standard). */
const dotSegment = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/** Returns an address inside the Studio to which a sign-in leads; any other text leads to its first screen. */
export function toStudioPath(text: string | null): string {
  if (text === null || !/^\/studio(?:[/?][\w/?=&.%-]*)?$/.test(text)) return '/studio';
  return dotSegment.test(text) ? '/studio' : text;
}
