import { cleanText } from '../../contract/clean-text.ts';

/** Maximum characters of a stored search text. */
const keptLength = 100;

/** Longest run of digits that is stored; telephone and account numbers are longer. */
const keptDigits = 6;

/**
 * Returns a search text in a form to count: letters and digits in lower case, so that equal questions share a row. Null
 * where nothing is left, or where the text looks like personal data.
 */
export function cleanQuery(query: string): string | null {
  if (/\S@\S/.test(query)) return null;
  const cleaned = [...cleanText(query.normalize('NFKC').toLowerCase())].slice(0, keptLength).join('').trim();
  const isNumber = cleaned.replace(/\D/g, '').length > keptDigits;
  return cleaned === '' || isNumber ? null : cleaned;
}
