/**
 * Removes special punctuation, which is everything but letters, marks, digits and spaces of any script (specification,
 * section 5); spaces are joined. `"C++ & Go!"` → `C Go`, `read/write` → `readwrite`. For search texts and labels only;
 * names and messages stay as typed.
 */
export function cleanText(text: string): string {
  return text
    .replace(/[^\p{L}\p{M}\p{N}\s]+/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
