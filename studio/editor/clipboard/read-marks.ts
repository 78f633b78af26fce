import type { Element } from 'hast';

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
