/** Returns an address inside the Studio to which a sign-in leads; any other text leads to its first screen. */
export function toStudioPath(text: string | null): string {
  const isPath = text !== null && /^\/studio(?:[/?][\w/?=&.%-]*)?$/.test(text) && !/(?:^|\/)\.\.?(?:[/?]|$)/.test(text);
  return isPath ? text : '/studio';
}
