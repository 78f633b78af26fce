/**
 * Escapes characters of a visitor's text that would control a terminal: cursor, colour, bell and direction. Joiners are
 * kept, because emoji and some scripts need them.
 */
export function toPrintable(text: string): string {
  return text.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

/** Escapes a text of several lines, and indents each line. */
export function toPrintableLines(text: string, indent = '  '): string {
  return text
    .split(/\r?\n/)
    .map((line) => indent + toPrintable(line))
    .join('\n');
}
