/**
 * A text that a visitor typed, safe to print: what would move the cursor, colour, ring or turn the line around is shown as
 * its code. Joiners stay, for emoji and some scripts need them.
 */
export function printable(text: string): string {
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

/** The same for a text of several lines, each set in. */
export function printableLines(text: string, indent = '  '): string {
  return text
    .split(/\r?\n/)
    .map((line) => indent + printable(line))
    .join('\n');
}
