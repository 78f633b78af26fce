/** A letter of a script that is written from right to left. Digits and signs have no direction. */
const letter = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const firstLetter = new RegExp(`^\\P{L}*${letter.source}`, 'u');

/** Returns whether a text is written from right to left; null for a text without letters. */
export function isRightToLeft(text: string): boolean | null {
  return /\p{L}/u.test(text) ? firstLetter.test(text) : null;
}

/**
 * Returns a name or a title for a sentence of plain text. With letters from right to left it is isolated, so that it
 * does not reorder the sentence (Unicode Standard Annex 9: FSI and PDI). Characters that would end the isolation or
 * turn other letters around are left out. HTML has the element `bdi` for this.
 */
export function isolateText(text: string): string {
  const own = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
  return letter.test(own) ? `\u2068${own}\u2069` : own;
}
