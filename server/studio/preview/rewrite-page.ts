import type { Element } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';

/** How the page of a preview differs from the public page. */
export interface PageChanges {
  /** The address of the page, against which its links are resolved. */
  address: URL;
  /** Returns the address in the preview of a page of the site. */
  toPage: (path: string) => string;
  /** Returns the address in the preview of a drawing. */
  toDrawing: (path: string) => string;
  theme?: 'light' | 'dark' | undefined;
  /** Markup that begins the page, after the link that skips to its content. */
  bar: string;
}

/** One replaced range of the HTML. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The places of a tag in the HTML; hast-util-from-html adds them if it is `verbose`. */
interface TagPlaces {
  opening?: { start: { offset: number }; end: { offset: number } };
  properties?: Record<string, { start: { offset: number }; end: { offset: number } } | undefined>;
}

const drawing = /^\/(?:drawings|social-images)\//;
/** Paths that lead to no page: files, the API and the Studio. */
const otherThanPages = /^\/(?:api|studio|media|assets)(?:\/|$)|\.\w+$/;

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

function getTagPlaces({ data }: Element): TagPlaces {
  // The type of hast knows no `position` in `data`.
  return ((data as { position?: TagPlaces } | undefined)?.position ?? {}) as TagPlaces;
}

/** Returns the address that a link has in the preview; null if it stays as it is. */
function rewriteLink(href: string, { address, toPage, toDrawing }: PageChanges): string | null {
  if (href.startsWith('#')) return null;
  const target = URL.parse(href, address);
  if (target?.origin !== address.origin) return null;
  const { pathname, search, hash } = target;
  if (drawing.test(pathname)) return toDrawing(pathname + search);
  return otherThanPages.test(pathname) ? null : toPage(pathname + search) + hash;
}

function editElement(element: Element, changes: PageChanges): Edit[] {
  const { tagName, properties } = element;
  const places = getTagPlaces(element);
  const edits: Edit[] = [];
  const setAttribute = (name: string, value: string) => {
    const place = places.properties?.[name];
    if (place)
      edits.push({ start: place.start.offset, end: place.end.offset, text: `${name}="${escapeAttribute(value)}"` });
  };
  const insert = (offset: number | undefined, text: string) => {
    if (offset !== undefined) edits.push({ start: offset, end: offset, text });
  };
  if (tagName === 'html') {
    const theme = changes.theme ? ` data-theme="${changes.theme}"` : '';
    insert((places.opening?.start.offset ?? 0) + '<html'.length, `${theme} data-preview="page"`);
  }
  if (tagName === 'a' && typeof properties.href === 'string') {
    const { href } = properties;
    const rewritten = rewriteLink(href, changes);
    if (rewritten !== null) setAttribute('href', rewritten);
    else if (/^https?:/.test(href)) {
      const place = places.properties?.href;
      insert(place?.end.offset, ' target="_blank" rel="noopener noreferrer"');
    }
  }
  // A `link` to a drawing is React's preload of an image.
  const [name, value] = tagName === 'img' ? ['src', properties.src] : ['href', properties.href];
  if ((tagName === 'img' || tagName === 'link') && typeof value === 'string' && drawing.test(value))
    setAttribute(name, changes.toDrawing(value));
  return edits;
}

/**
 * Turns a public page into the page of a preview. Links and drawings lead to the preview, links to other sites open a
 * window, scripts are removed, and the bar is inserted. Everything else keeps its bytes.
 */
export function rewritePage(html: string, changes: PageChanges): string {
  const edits: Edit[] = [];
  let bodyStart: number | undefined;
  let afterSkipLink: number | undefined;
  visit(fromHtml(html, { verbose: true }), 'element', (element: Element) => {
    const { position, tagName, properties } = element;
    if (tagName === 'body') bodyStart = getTagPlaces(element).opening?.end.offset;
    // The first such link skips to the content; a text may have another.
    if (tagName === 'a' && properties.href === '#main') afterSkipLink ??= position?.end.offset;
    if (tagName === 'script' && position?.start.offset !== undefined && position.end.offset !== undefined)
      edits.push({ start: position.start.offset, end: position.end.offset, text: '' });
    else edits.push(...editElement(element, changes));
  });
  const barPlace = afterSkipLink ?? bodyStart ?? 0;
  edits.push({ start: barPlace, end: barPlace, text: changes.bar });
  let place = 0;
  const parts: string[] = [];
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    parts.push(html.slice(place, edit.start), edit.text);
    place = edit.end;
  }
  return parts.join('') + html.slice(place);
}
