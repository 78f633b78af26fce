import { cleanText } from '../../contract/clean-text.ts';

/** Characters of a search text that are kept. */
const keptLength = 100;

/** Longest run of digits that is kept; a telephone or account number is longer. */
const keptDigits = 6;

/**
 * A search text as it may be counted: letters and digits in lower case, so that one question is one row. Null where
 * nothing is left, or where it looks like somebody's address or number rather than a question.
 */
export function cleanQuery(query: string): string | null {
  if (/\S@\S/.test(query)) return null;
  const cleaned = [...cleanText(query.normalize('NFKC').toLowerCase())].slice(0, keptLength).join('').trim();
  const isNumber = cleaned.replace(/\D/g, '').length > keptDigits;
  return cleaned === '' || isNumber ? null : cleaned;
}
