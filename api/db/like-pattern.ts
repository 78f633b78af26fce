/** Returns the pattern of `like` and `ilike` for texts that contain a text literally. */
export function createContainsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
