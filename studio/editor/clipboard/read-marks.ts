import type { Element, ElementContent, Root } from 'hast';
import { visit } from 'unist-util-visit';

/** How a piece of text is marked. */
export interface Marks {
  /** The address of the link around the text; null without one. */
  link: string | null;
  isStrong: boolean;
  isEmphasis: boolean;
  isStruck: boolean;
  isCode: boolean;
}

export const noMarks: Marks = { link: null, isStrong: false, isEmphasis: false, isStruck: false, isCode: false };

const tagMarks: Record<string, Partial<Marks>> = {
  b: { isStrong: true },
  strong: { isStrong: true },
  i: { isEmphasis: true },
  em: { isEmphasis: true },
  cite: { isEmphasis: true },
  s: { isStruck: true },
  strike: { isStruck: true },
  del: { isStruck: true },
  code: { isCode: true },
  kbd: { isCode: true },
  samp: { isCode: true },
  tt: { isCode: true },
};

const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/**
 * Returns the address for a pasted link; null if it leads nowhere outside its document. A link to a page of the
 * site gets the path alone, as the check before publishing expects.
 */
function readAddress(href: string, siteUrl: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  // Google's documents send readers through a redirect.
  const target = url.hostname === 'www.google.com' && url.pathname === '/url' ? url.searchParams.get('q') : null;
  if (target) return readAddress(target, siteUrl);
  if (!protocols.has(url.protocol)) return null;
  const isOwn = URL.canParse(siteUrl) && url.origin === new URL(siteUrl).origin;
  return isOwn ? url.pathname + url.search + url.hash : href;
}

/** Returns the declarations of an element's `style` attribute, with names in lower case. */
export function readStyle({ properties }: Element): Record<string, string> {
  const declarations = String(properties.style ?? '').split(';');
  return Object.fromEntries(
    declarations.flatMap((declaration) => {
      const colon = declaration.indexOf(':');
      return colon < 0
        ? []
        : [
            [
              declaration.slice(0, colon).trim().toLowerCase(),
              declaration
                .slice(colon + 1)
                .trim()
                .toLowerCase(),
            ],
          ];
    }),
  );
}

/**
 * Returns the marks that styles of spans give, as Google Docs and partly LibreOffice write them. The value `normal`
 * removes the mark of an outer element.
 */
function readStyleMarks(style: Record<string, string>): Partial<Marks> {
  const marks: Partial<Marks> = {};
  const weight = style['font-weight'];
  if (weight) marks.isStrong = weight.startsWith('bold') || Number(weight) >= 600;
  const slant = style['font-style'];
  if (slant) marks.isEmphasis = slant !== 'normal';
  if (/line-through/.test(style['text-decoration'] ?? style['text-decoration-line'] ?? '')) marks.isStruck = true;
  const font = style['font-family'];
  if (font) marks.isCode = /mono|courier|consolas|menlo/.test(font);
  return marks;
}

/** Returns the font of a `<font>` element, which LibreOffice also writes. */
function readFont({ tagName, properties }: Element): Record<string, string> {
  return tagName === 'font' && properties.face ? { 'font-family': String(properties.face).toLowerCase() } : {};
}

/** Returns the marks of the text inside an element. `outer` are the marks around the element. */
export function readMarks(element: Element, outer: Marks, siteUrl: string): Marks {
  const link = element.tagName === 'a' ? readAddress(String(element.properties.href ?? '').trim(), siteUrl) : null;
  return {
    ...outer,
    ...tagMarks[element.tagName],
    ...readStyleMarks({ ...readFont(element), ...readStyle(element) }),
    ...(link ? { link } : {}),
  };
}

/** A link between a footnote's number in the text and the footnote. */
export interface NoteLink {
  /** Names the footnote within its document. */
  key: string;
  /** Whether the link leads from the footnote back to the text. */
  isBackLink: boolean;
}

// The fragments of footnotes and endnotes in Word, Google Docs (as exported) and LibreOffice.
const reference = /#(?:(_ftn|_edn|ftnt)(\d+)|(sdfootnote|sdendnote)(\d+)sym)$/;
const backLink = /#(?:(_ftn|_edn)ref(\d+)|(ftnt)_ref(\d+)|(sdfootnote|sdendnote)(\d+)anc)$/;

/** Returns the footnote of a link, and the link's direction; null for other links. */
export function readNoteLink({ tagName, properties }: Element): NoteLink | null {
  const href = tagName === 'a' ? String(properties.href ?? '') : '';
  const back = backLink.exec(href);
  const found = back ?? reference.exec(href);
  return found && { key: found.slice(1).filter(Boolean).join(''), isBackLink: back !== null };
}

function listBackLinks(tree: Element | Root): string[] {
  const keys: string[] = [];
  visit(tree, 'element', (element) => {
    const link = readNoteLink(element);
    if (link?.isBackLink) keys.push(link.key);
  });
  return keys;
}

/** Returns the keys of all footnotes whose texts are in a document. A part of a document may lack them. */
export function findNoteKeys(tree: Root): Set<string> {
  return new Set(listBackLinks(tree));
}

/** Returns whether nodes begin with the link of a footnote back to the text; undefined if the nodes have no text. */
function beginsWithBackLink(nodes: readonly ElementContent[]): boolean | undefined {
  for (const node of nodes) {
    if (node.type === 'text' && node.value.trim() !== '') return false;
    if (node.type !== 'element') continue;
    const begins = readNoteLink(node)?.isBackLink || beginsWithBackLink(node.children);
    if (begins !== undefined) return begins;
  }
  return undefined;
}

/** Returns the key of the footnote that a block is; null for any other block. */
export function readNoteKey(block: Element): string | null {
  const keys = listBackLinks(block);
  return keys.length === 1 && beginsWithBackLink(block.children) ? (keys[0] ?? null) : null;
}

/** Returns the text of nodes as it is written, line breaks included. */
export function readText(nodes: readonly ElementContent[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type !== 'element') return '';
      return node.tagName === 'br' ? '\n' : readText(node.children);
    })
    .join('');
}
