import { cleanText } from '../contract/content/clean-text.ts';

// What views and searches share: nothing is counted for programs, and no personal data is stored.

// Words by which bots name themselves. Few on purpose: a list of products ages quickly, and hidden bots are on no list.
// Bots without JavaScript send no views anyway.
const botWords =
  /(?<!cu)bot\b|crawl|spider|slurp|headless|lighthouse|pagespeed|monitor|uptime|preview|facebookexternalhit|phantom|selenium|puppeteer|playwright|\b(?:curl|wget|python|java|ruby|perl|php|go-http-client|node|undici|axios|okhttp|libwww)\b/i;

/** Returns whether a user agent is a bot's; a missing user agent is. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || botWords.test(userAgent);
}

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
