import type { Colours, Palette } from '../../contract/look/colours.ts';
import { type Attributes, createGroup, escapeText, formatCoordinate, tone } from './svg.ts';

/** A finished drawing. Its marks are SVG elements, in units of its width and height. */
export interface Drawing {
  title: string;
  width: number;
  height: number;
  marks: string;
}

const font = 'var(--font-drawing)';

/** Returns the drawing that its parts make, in the order in which they are painted. */
export function createDrawing(title: string, width: number, height: number, ...parts: string[]): Drawing {
  return { title, width, height: Number(formatCoordinate(height)), marks: parts.join('') };
}

/** Returns the marks in a group with the attributes that they inherit. */
function groupMarks(marks: string, attributes: Attributes): string {
  const inherited = {
    fill: 'none',
    stroke: tone.ink,
    'stroke-width': 1.4,
    'stroke-linejoin': 'round',
    'font-family': font,
  };
  // Text must not inherit the stroke. The attribute is added here, so that no call has to pass it.
  return createGroup({ ...attributes, ...inherited }, marks.replaceAll('<text ', '<text stroke="none" '));
}

/** What drawings use of a look. */
export interface DrawingLook {
  palette: Palette;
  /** The fonts of drawings made by code, and of figures, in the syntax of CSS. */
  drawingFont: string;
  textFont: string;
}

/** The colours of drawings, by the names of their tokens. */
const drawnColours = ['ground', 'ink', 'ink-soft', 'line', 'line-strong', 'accent', 'annotation'] as const;

/** Returns a style element with the font and the colours of a look in both colour schemes. */
function createStyleElement({ palette, drawingFont }: DrawingLook): string {
  const toProperties = (colours: Colours) => drawnColours.map((name) => `--${name}:${colours[name]}`).join(';');
  return (
    `<style>:root{--font-drawing:${drawingFont.replaceAll('"', "'")};${toProperties(palette.light)}}` +
    `@media(prefers-color-scheme:dark){:root{${toProperties(palette.dark)}}}</style>`
  );
}

/**
 * Returns a drawing as an SVG document. Pages refer to its group as `file.svg#drawing`. With a look, the document has
 * colours of its own, for a page that shows it as an image, or a reader who has downloaded it. An image inherits no
 * colours, but it follows the colour scheme of its element (Media Queries 5, section 11.5).
 */
export function createSvgDocument({ title, width, height, marks }: Drawing, look?: DrawingLook): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${formatCoordinate(width)} ${formatCoordinate(height)}" role="img">` +
    `<title>${escapeText(title)}</title>${look ? createStyleElement(look) : ''}${groupMarks(marks, { id: 'drawing' })}</svg>`
  );
}

/** Returns the marks for an SVG element of a page, which gives them its colours and its name. */
export function inlineMarks({ marks }: Drawing): string {
  return groupMarks(marks, { 'aria-hidden': 'true' });
}
