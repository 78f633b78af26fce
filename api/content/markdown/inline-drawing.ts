import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { visit } from 'unist-util-visit';

/** Characters of a drawing inside a page. A larger drawing stays a file, so that the page does not wait for it. */
export const maxInlineLength = 24_000;

// Shapes and text only: nothing that loads, links, scripts or animates. Everything else is left out.
const shape = ['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan'];
const definitions = ['defs', 'marker', 'pattern', 'clipPath', 'linearGradient', 'radialGradient', 'stop'];

const geometry = ['x', 'y', 'x1', 'x2', 'y1', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'dx', 'dy', 'd', 'points'];
const paint = ['fill', 'stroke', 'opacity', 'offset', 'stopColor', 'stopOpacity', 'clipPath', 'clipPathUnits'];
const paintDetails = ['fillOpacity', 'fillRule', 'strokeOpacity', 'strokeWidth', 'strokeLineCap', 'strokeLineJoin'];
const strokeDetails = ['strokeDashArray', 'strokeDashOffset', 'strokeMiterLimit', 'vectorEffect'];
const type = ['fontSize', 'fontFamily', 'fontWeight', 'fontStyle', 'textAnchor', 'dominantBaseline', 'letterSpacing'];
const marks = ['markerStart', 'markerMid', 'markerEnd', 'markerWidth', 'markerHeight', 'refX', 'refY', 'orient'];
const frame = ['id', 'viewBox', 'width', 'height', 'transform', 'patternUnits', 'gradientUnits', 'gradientTransform'];

/** What a drawing may consist of inside a page. */
export const drawingSchema = {
  tagNames: [...shape, ...definitions],
  attributes: { '*': [...geometry, ...paint, ...paintDetails, ...strokeDetails, ...type, ...marks, ...frame] },
  clobber: [],
  strip: ['script', 'style', 'title', 'desc', 'metadata', 'foreignObject'],
} satisfies Schema;

/** A drawing that depends on CSS of its own would look wrong without it, and with it could change the page. */
const hasOwnStyles = /<style[\s>]|\sstyle\s*=/i;

const property = '--(?:font-drawing|ground|ink|ink-soft|line|line-strong|accent|annotation)\\s*:[^;{}<]*';
const rootRule = `:root\\s*{\\s*${property}(?:;\\s*${property})*;?\\s*}\\s*`;
/**
 * The values of the page's own custom properties (`site/drawings/drawing.ts`). A file that is shown as an image needs
 * them. Inside a page the drawing inherits the page's values, so it does not depend on this CSS.
 */
const pageProperties = new RegExp(
  `<style>\\s*(?:${rootRule})?@media\\s*\\(prefers-color-scheme:\\s*dark\\)\\s*{\\s*${rootRule}}\\s*</style>`,
  'gi',
);

/** Makes the ids of a drawing unique within the page. A reference to anything but an id of the drawing is removed. */
export function isolateIds(tree: Root, prefix: string): void {
  visit(tree, 'element', ({ properties }) => {
    for (const [name, value] of Object.entries(properties)) {
      const text = String(value);
      if (name === 'id') properties.id = prefix + text;
      else if (/(?:url|image-set)\s*\(|\\/i.test(text)) {
        const [, id] = /^url\(#([\w-]+)\)$/.exec(text) ?? [];
        properties[name] = id ? `url(#${prefix}${id})` : undefined;
      }
    }
  });
}

/**
 * Reads an SVG file into an element of the page, so that the drawing follows the page's colours and fonts. Only shapes,
 * text and the definitions that they refer to are kept.
 *
 * @param prefix unique within the page, for the ids of the drawing
 * @returns null if the file is too large, has CSS of its own, or is no SVG with a view box
 */
export function readDrawing(svg: string, alt: string, prefix: string): Element | null {
  if (svg.length > maxInlineLength || hasOwnStyles.test(svg.replace(pageProperties, ''))) return null;
  const tree = sanitize(fromHtml(svg, { fragment: true }), drawingSchema) as Root;
  isolateIds(tree, prefix);
  const drawing = tree.children.find((node): node is Element => node.type === 'element' && node.tagName === 'svg');
  const { viewBox } = drawing?.properties ?? {};
  if (!drawing || !/^[\d.-]+( [\d.-]+){3}$/.test(String(viewBox))) return null;
  const { width, height, id, ...kept } = drawing.properties;
  drawing.properties = { ...kept, role: 'img', ariaLabel: alt };
  return drawing;
}
