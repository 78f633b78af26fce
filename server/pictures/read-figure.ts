import type { Element, ElementContent, Properties } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { readDrawing } from '../../api/content/markdown/inline-drawing.ts';
import { createDrawing, type Drawing } from '../../site/drawings/drawing.ts';
import { characterWidth } from '../../site/drawings/svg.ts';

/** The properties that text inherits from the elements around it. */
type TextStyle = Pick<Properties, 'fill' | 'fontFamily' | 'fontSize' | 'fontWeight' | 'textAnchor'>;

const textStyleNames = ['fill', 'fontFamily', 'fontSize', 'fontWeight', 'textAnchor'] as const;

/** Drawings leave room for monospaced letters of 0.63 em; the site's are wider. */
const monospacedScale = 0.9;

function inheritStyle(outer: TextStyle, properties: Properties): TextStyle {
  const own = textStyleNames.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]]));
  return { ...outer, ...Object.fromEntries(own) };
}

/** Returns the site's font for a font of a drawing. A page's styles do this only for the drawings in its text. */
function selectFont(family: string): string | undefined {
  if (/mono/i.test(family)) return 'var(--font-drawing)';
  return /sans/i.test(family) ? 'var(--font-text)' : family || undefined;
}

const readNumber = (value: Properties[string], fallback: number) => {
  const number = Number.parseFloat(String(value ?? ''));
  return Number.isFinite(number) ? number : fallback;
};

/** Converts a `text` element to one element for each run of text, with its position and all inherited properties. */
function splitText(text: Element, outer: TextStyle): Element[] {
  const { transform } = text.properties;
  const runs: Element[] = [];
  let [x, y] = [readNumber(text.properties.x, 0), readNumber(text.properties.y, 0)];
  const visit = (node: ElementContent, style: TextStyle) => {
    if (node.type === 'text') {
      const size = readNumber(style.fontSize, 16);
      const family = String(style.fontFamily ?? '');
      const isMonospaced = /mono/i.test(family);
      const value = node.value.replace(/\s+/g, ' ');
      const fontSize = isMonospaced ? size * monospacedScale : size;
      const properties: Properties = {
        ...style,
        fontFamily: selectFont(family),
        x: x.toFixed(1),
        y: y.toFixed(1),
        fontSize: fontSize.toFixed(1),
        transform,
      };
      if (value.trim())
        runs.push({ type: 'element', tagName: 'text', properties, children: [{ type: 'text', value }] });
      x += value.length * fontSize * characterWidth;
    } else if (node.type === 'element') {
      const { properties } = node;
      x = readNumber(properties.x, x) + readNumber(properties.dx, 0);
      y = readNumber(properties.y, y) + readNumber(properties.dy, 0);
      for (const child of node.children) visit(child, inheritStyle(style, properties));
    }
  };
  for (const child of text.children) visit(child, inheritStyle(outer, text.properties));
  return runs;
}

/**
 * Splits the texts below an element into runs. Returns whether a text is below an element with a `transform`, or, if
 * `isMoved`, whether there is any text. The place of such a text is unknown.
 */
function splitTexts(element: Element, outer: TextStyle, isMoved: boolean): boolean {
  let hasMovedText = false;
  element.children = element.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [];
    if (child.tagName === 'text') {
      hasMovedText ||= isMoved;
      return splitText(child, outer);
    }
    const moves = isMoved || child.properties.transform !== undefined;
    hasMovedText = splitTexts(child, inheritStyle(outer, child.properties), moves) || hasMovedText;
    return [child];
  });
  return hasMovedText;
}

const serializer = unified().use(rehypeStringify, {
  space: 'svg',
  closeEmptyElements: true,
  tightSelfClosing: true,
  // The site's other drawings have named references too.
  characterReferences: { useNamedReferences: true },
});

/**
 * Parses an SVG file of an entry's text as a drawing like those made by code, so that its texts can become outlines.
 * Returns null if a page would not show the file inline, or if the place of a text is unknown.
 */
export function readFigure(svg: string): Drawing | null {
  const root = readDrawing(svg, '', 'figure-');
  if (!root) return null;
  const [left = 0, top = 0, width = 0, height = 0] = String(root.properties.viewBox).split(' ').map(Number);
  if (
    !(width > 0 && height > 0) ||
    splitTexts(root, inheritStyle({ fill: 'var(--ink)' }, root.properties), left !== 0 || top !== 0)
  )
    return null;
  // By default drawings made by code have strokes and no fill, but SVG has a fill and no strokes.
  const { role, ariaLabel, viewBox, ...inherited } = root.properties;
  const group: Element = {
    type: 'element',
    tagName: 'g',
    properties: { fill: '#000', stroke: 'none', strokeWidth: '1', ...inherited },
    children: root.children,
  };
  return createDrawing('', width, height, serializer.stringify({ type: 'root', children: [group] }));
}
