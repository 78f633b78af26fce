/** Returns a text without the backslashes before punctuation (CommonMark, section 2.4). */
export function unescapeMarkdown(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
