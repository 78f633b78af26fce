/** The most characters of a made slug. A number that makes the slug unique can follow. */
const longest = 80;

/**
 * Returns a slug made from words in any alphabet, as `anySlug` of the contract requires, with at most 80 characters.
 * Returns `fallback` for words without letters and digits. `Привет мир` → `privet-mir`, `Łódź` → `lodz`.
 */
export async function makeSlug(words: string, fallback: string): Promise<string> {
  // Loaded with the first use, because its tables take megabytes of memory.
  const { default: toAscii } = await import('any-ascii');
  const parts = words
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    // Each Chinese character is a word of its own: `ni-hao` instead of `nihao`.
    .replace(/\p{Script=Han}/gu, ' $& ');
  const slug = toAscii(parts)
    .toLowerCase()
    // Romanised Hebrew, Arabic and Georgian have apostrophes inside words.
    .replace(/['`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '');
  return slug || fallback;
}
