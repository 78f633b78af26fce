/**
 * Lets the browser prefetch the document that a visitor is about to open, until the page is hydrated
 * (https://html.spec.whatwg.org/multipage/speculative-loading.html). Addresses with a dot are files, and files are not
 * prefetched. The content security policy in `server/http/headers.ts` allows this text by its hash.
 */
export const speculationRules = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: '/*.*' } }, { not: { href_matches: '/api/*' } }] },
      eagerness: 'moderate',
    },
  ],
});
