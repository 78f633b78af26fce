/**
 * Every `Cache-Control` this product sends, by name; pages and endpoints choose a name (RFC 9111, RFC 5861).
 * Browsers always ask again, so that an edit is seen: without `must-revalidate` those that know `stale-while-revalidate`
 * (Firefox, and Chromium for what a page fetches) would show what they have for that long. A CDN may keep an answer for a
 * second, and where it makes light of `must-revalidate` serve it while it fetches the next, or for an hour while this server
 * fails.
 */
export const cachePolicies = {
  /** What anyone may see and an editor may change. */
  public: 'public, max-age=0, s-maxage=1, stale-while-revalidate=30, stale-if-error=3600, must-revalidate',
  /** Data that changes with a release: places, the API document. */
  reference: 'public, max-age=3600',
  /** Files whose name holds a hash of their bytes. */
  immutable: 'public, max-age=31536000, immutable',
  /** Pictures drawn from a name alone, and icons: they change with a release. */
  picture: 'public, max-age=300, stale-while-revalidate=86400',
  /** Previews, thank-you pages, errors, health. */
  never: 'no-store',
} as const;

export type CachePolicy = keyof typeof cachePolicies;
