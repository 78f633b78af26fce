// What names itself a program. Few words on purpose: a list of products would be old tomorrow, and whoever hides is not
// found by any list. A bot that runs no script sends no view in the first place.
const botWords =
  /(?<!cu)bot\b|crawl|spider|slurp|headless|lighthouse|pagespeed|monitor|uptime|preview|facebookexternalhit|phantom|selenium|puppeteer|playwright|\b(?:curl|wget|python|java|ruby|perl|php|go-http-client|node|undici|axios|okhttp|libwww)\b/i;

/** Whether a user agent is a program's rather than a person's browser; none at all is a program's. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || botWords.test(userAgent);
}
