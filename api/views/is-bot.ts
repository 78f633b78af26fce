// Words by which bots name themselves. Few on purpose: a list of products ages quickly, and hidden bots are on no list.
// Bots without JavaScript send no views anyway.
const botWords =
  /(?<!cu)bot\b|crawl|spider|slurp|headless|lighthouse|pagespeed|monitor|uptime|preview|facebookexternalhit|phantom|selenium|puppeteer|playwright|\b(?:curl|wget|python|java|ruby|perl|php|go-http-client|node|undici|axios|okhttp|libwww)\b/i;

/** Returns whether a user agent is a bot's; a missing user agent is. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || botWords.test(userAgent);
}
