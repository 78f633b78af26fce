/**
 * The values of `Cache-Control`, by name (RFC 9111, RFC 5861); pages and endpoints choose a name. Browsers always
 * revalidate, so that edits are visible. Without `must-revalidate`, browsers with `stale-while-revalidate` would show
 * old responses: Firefox for pages, Chromium for fetches of a page. A CDN may cache a response for a second, and for an
 * hour while this server fails. A CDN that ignores `must-revalidate` may serve the response while it revalidates.
 */
export const cachePolicies = {
  /** Public responses that an editor can change. */
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
