/** A text whose first letter is of a script that is written from right to left. Digits and signs have no direction. */
const rightToLeft = /^\P{L}*(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns whether a text is written from right to left; null for a text without letters. */
export function isRightToLeft(text: string): boolean | null {
  return /\p{L}/u.test(text) ? rightToLeft.test(text) : null;
}
