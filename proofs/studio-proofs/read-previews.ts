import { toPreviewLink, toPreviewPage } from '../../server/studio/preview/render-preview.ts';
import { getUniqueIpAddress } from '../../testing/api.ts';
import { createSessionHeaders } from '../../testing/studio-api.ts';

/** The response to the request of a page: a page, a redirect or an error. */
export interface SeenPage {
  status: number;
  html: string;
  location: string | null;
}

async function requestPage(url: string, headers: Record<string, string>): Promise<SeenPage> {
  const answer = await fetch(url, { redirect: 'manual', headers });
  return { status: answer.status, html: await answer.text(), location: answer.headers.get('location') };
}

/** Reads what a visitor gets at a path. Each call has a network of its own, because searches are limited by network. */
export function readAsVisitor(address: string, path: string): Promise<SeenPage> {
  return requestPage(address + path, { 'x-forwarded-for': getUniqueIpAddress() });
}

/** Reads the preview of a path for a user who is signed in. Links of the preview keep the parameters `kept`. */
export function readPreview(
  address: string,
  token: string,
  path: string,
  kept: Record<string, string>,
): Promise<SeenPage> {
  return requestPage(address + toPreviewLink(path, kept), createSessionHeaders(token));
}

/** Returns the text of a preview without the bar that names its moment. */
function removeBar(html: string): string {
  return html.replace(/<style>[^<]*preview-bar.*?<\/aside>/s, '');
}

/**
 * Returns whether a preview shows what visitors get: the same page except for scripts and the addresses of links, the
 * same redirect, or an error with the same status.
 */
export function isSameAsVisitors(
  preview: SeenPage,
  visitors: SeenPage,
  address: URL,
  kept: Record<string, string>,
): boolean {
  if (visitors.status >= 400) return preview.status === visitors.status;
  if (visitors.location !== null) {
    const { pathname, search } = new URL(visitors.location, address);
    return preview.location === toPreviewLink(pathname + search, kept);
  }
  const expected = toPreviewPage(visitors.html, address, { kept, theme: undefined }, '');
  return preview.status === visitors.status && removeBar(preview.html) === expected;
}
