const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Returns the address that a link of a pasted text gets; null for one that leads nowhere outside its document. Pages of
 * the site itself get their path, as the check before publishing expects it.
 */
export function readAddress(href: string, siteUrl: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  // Google's documents send readers through a redirect.
  const target = url.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null;
  if (target) return readAddress(target, siteUrl);
  if (!protocols.has(url.protocol)) return null;
  const isOwn = URL.canParse(siteUrl) && url.origin === new URL(siteUrl).origin;
  return isOwn ? url.pathname + url.search + url.hash : href;
}
