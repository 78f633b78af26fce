import type { Drawing } from './drawing.ts';
import outlines from './glyph-outlines.json' with { type: 'json' };
import { createElement } from './svg.ts';

// Replaces the text of drawings by outlines that keep the drawing's colours.

/** The outline of a character: its first point, and the rest of its path in relative coordinates. */
export interface GlyphOutline {
  /** The width of the character. */
  advance: number;
  /** Null for a space. */
  start: readonly [x: number, y: number] | null;
  rest: string;
}

type Outlines = Readonly<Record<string, GlyphOutline>>;

// JSON has arrays where the type has a pair.
const { unitsPerEm, ...fonts } = outlines as unknown as { unitsPerEm: number; mono: Outlines; text: Outlines };

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };

function unescapeText(text: string): string {
  return text.replace(/&(lt|gt|quot|amp|#x([\dA-Fa-f]+));/g, (_, name: string, code?: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : (entities[name] as string),
  );
}

/** Returns the path of a text and its width; null if a character has no outline. */
function joinOutlines(text: string, font: Outlines): { d: string; width: number } | null {
  let [d, width] = ['', 0];
  for (const character of text) {
    const outline = font[character];
    if (!outline) return null;
    const { advance, start, rest } = outline;
    if (start) d += `M${start[0] + width} ${start[1]}${rest}`;
    width += advance;
  }
  return { d, width };
}

function outlineLabel(whole: string, attributes: string, escaped: string): string {
  const read = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
  const isSans = /sans-serif/.test(read('font-family') ?? '');
  const joined = joinOutlines(unescapeText(escaped), isSans ? fonts.text : fonts.mono);
  if (!joined) return whole;
  const scale = Number(read('font-size')) / unitsPerEm;
  const anchor = read('text-anchor');
  const shift = anchor === 'middle' ? joined.width / 2 : anchor === 'end' ? joined.width : 0;
  const [x, y] = [Number(read('x')) - shift * scale, Number(read('y'))];
  const turn = read('transform');
  const fill = read('fill');
  const isBold = !isSans && Number(read('font-weight') ?? 400) >= 500;
  return createElement('path', {
    d: joined.d,
    transform: `${turn ? `${turn} ` : ''}translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})`,
    fill,
    'fill-opacity': read('fill-opacity'),
    // A stroke replaces the bolder weight, which the outlines do not have.
    stroke: isBold ? fill : 'none',
    'stroke-width': isBold ? unitsPerEm / 40 : undefined,
  });
}

/**
 * Returns a drawing with its labels as outlines of the site's fonts, for a file that a page shows as an image. A label
 * with another character stays text.
 */
export function outlineLabels(drawing: Drawing): Drawing {
  return { ...drawing, marks: drawing.marks.replace(/<text ([^>]*)>([^<]*)<\/text>/g, outlineLabel) };
}
