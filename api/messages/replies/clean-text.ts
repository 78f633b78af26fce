/** Characters that reverse the order of the letters around them (Unicode Standard Annex 9). */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/** Returns at most `length` characters of a text, without half a character at the end. */
export function cutText(text: string, length: number): string {
  return text.length > length
    ? text
        .slice(0, length)
        .toWellFormed()
        .replace(/\ufffd$/, '')
    : text;
}

/** Returns a text of a stranger as one line, without control characters and without those that reverse its order. */
export function cleanLine(text: string, length: number): string {
  const short = cutText(text.toWellFormed(), length * 2);
  const line = short.replace(directionControls, '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return cutText(line.replace(/\s+/g, ' ').trim(), length);
}

/** Returns a text of a stranger with its lines, without other control characters and those that reverse its order. */
export function cleanLines(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(directionControls, '')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .split('\n')
    .map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replace(/\n{4,}/g, '\n\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
}
