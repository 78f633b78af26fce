/**
 * Until its script has taken a page over, a browser that knows speculation rules fetches the page a visitor is about to open
 * (https://html.spec.whatwg.org/multipage/speculative-loading.html). Pages alone: an address with a dot is a file.
 * `server/http/headers.ts` allows it by the hash of this text.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: '/*.*' } }, { not: { href_matches: '/api/*' } }] },
      eagerness: 'moderate',
    },
  ],
});
