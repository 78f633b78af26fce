import type { Element, ElementContent, Properties } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { readDrawing } from '../../api/markdown/inline-drawing.ts';
import { createDrawing, type Drawing } from '../../site/drawings/drawing.ts';
import { characterWidth } from '../../site/drawings/svg.ts';

/** What text inherits from the elements around it. */
type Type = Pick<Properties, 'fill' | 'fontFamily' | 'fontSize' | 'fontWeight' | 'textAnchor'>;

const typeNames = ['fill', 'fontFamily', 'fontSize', 'fontWeight', 'textAnchor'] as const;

/** Drawings leave room for monospaced letters of 0.63 em; the site's are wider. */
const monospacedScale = 0.9;

function inheritType(outer: Type, properties: Properties): Type {
  const own = typeNames.flatMap((name) => (properties[name] === undefined ? [] : [[name, properties[name]]]));
  return { ...outer, ...Object.fromEntries(own) };
}

/** Returns the font of the site for a font of a drawing, because a page restyles only the drawings in its text. */
function selectFont(family: string): string | undefined {
  if (/mono/i.test(family)) return 'Martian Mono, monospace';
  return /sans/i.test(family) ? 'Familjen Grotesk, sans-serif' : family || undefined;
}

const readNumber = (value: Properties[string], otherwise: number) => {
  const number = Number.parseFloat(String(value ?? ''));
  return Number.isFinite(number) ? number : otherwise;
};

/** Converts a text with its parts to texts of one run each, which state all that they would inherit. */
function splitText(text: Element, outer: Type): Element[] {
  const { transform } = text.properties;
  const runs: Element[] = [];
  let [x, y] = [readNumber(text.properties.x, 0), readNumber(text.properties.y, 0)];
  const visit = (node: ElementContent, type: Type) => {
    if (node.type === 'text') {
      const size = readNumber(type.fontSize, 16);
      const family = String(type.fontFamily ?? '');
      const isMonospaced = /mono/i.test(family);
      const value = node.value.replace(/\s+/g, ' ');
      const fontSize = isMonospaced ? size * monospacedScale : size;
      const properties: Properties = {
        ...type,
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
      for (const child of node.children) visit(child, inheritType(type, properties));
    }
  };
  for (const child of text.children) visit(child, inheritType(outer, text.properties));
  return runs;
}

/** Replaces the texts below an element, and returns whether one stands in a part that is moved as a whole. */
function splitTexts(element: Element, outer: Type, isMoved: boolean): boolean {
  let hasMovedText = false;
  element.children = element.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [];
    if (child.tagName === 'text') {
      hasMovedText ||= isMoved;
      return splitText(child, outer);
    }
    const moves = isMoved || child.properties.transform !== undefined;
    hasMovedText = splitTexts(child, inheritType(outer, child.properties), moves) || hasMovedText;
    return [child];
  });
  return hasMovedText;
}

const toMarks = unified().use(rehypeStringify, {
  space: 'svg',
  closeEmptyElements: true,
  tightSelfClosing: true,
  // The references that other drawings have.
  characterReferences: { useNamedReferences: true },
});

/**
 * Reads the drawing of a text, an SVG file, as a drawing like those made by code, whose texts become outlines. Null if
 * a page would not show it inline, or if its texts cannot be placed.
 */
export function readFigure(svg: string): Drawing | null {
  const root = readDrawing(svg, '', 'figure-');
  if (!root) return null;
  const [left = 0, top = 0, width = 0, height = 0] = String(root.properties.viewBox).split(' ').map(Number);
  if (
    !(width > 0 && height > 0) ||
    splitTexts(root, inheritType({ fill: 'var(--ink, #17211b)' }, root.properties), left !== 0 || top !== 0)
  )
    return null;
  // Other drawings have lines and no filling by default, these have a filling and no lines.
  const { role, ariaLabel, viewBox, ...inherited } = root.properties;
  const group: Element = {
    type: 'element',
    tagName: 'g',
    properties: { fill: '#000', stroke: 'none', strokeWidth: '1', ...inherited },
    children: root.children,
  };
  return createDrawing('', width, height, toMarks.stringify({ type: 'root', children: [group] }));
}
