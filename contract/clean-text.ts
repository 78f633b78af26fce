/**
 * The text cleaner (specification, section 5): what is no letter, mark or digit of any script is removed, and what it
 * parted stays parted by one space. `"C++ & Go!"` → `C Go`. For search texts and labels only; names and messages stay
 * as typed.
 */
export function cleanText(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
}
