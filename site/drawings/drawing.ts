import { type Attributes, createGroup, escapeText, formatCoordinate, tone } from './svg.ts';
import { darkStyle } from './tones.ts';

/** A finished drawing. Its marks are SVG elements, in units of its width and height. */
export interface Drawing {
  title: string;
  width: number;
  height: number;
  marks: string;
}

const font = "'Martian Mono Variable', 'Martian Mono', ui-monospace, monospace";

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

interface DocumentOptions {
  /**
   * Whether the document has dark colours of its own, for a page that shows it as an image. An image inherits no
   * colours, but it follows the colour scheme of its element (Media Queries 5, section 11.5).
   */
  followsScheme?: boolean;
}

/** Returns a drawing as an SVG document. Pages refer to its group as `file.svg#drawing`. */
export function createSvgDocument(
  { title, width, height, marks }: Drawing,
  { followsScheme }: DocumentOptions = {},
): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${formatCoordinate(width)} ${formatCoordinate(height)}" role="img">` +
    `<title>${escapeText(title)}</title>${followsScheme ? darkStyle : ''}${groupMarks(marks, { id: 'drawing' })}</svg>`
  );
}

/** Returns the marks for an SVG element of a page, which gives them its colours and its name. */
export function inlineMarks({ marks }: Drawing): string {
  return groupMarks(marks, { 'aria-hidden': 'true' });
}
