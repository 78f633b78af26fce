import type { Element, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type Schema, sanitize } from 'hast-util-sanitize';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import { drawingSchema, isolateIds } from '../markdown/inline-drawing.ts';

/** A drawing as it is stored: its source, and its size in CSS pixels. */
export interface CleanDrawing {
  svg: string;
  width: number;
  height: number;
  /** Whether the file contained elements, events or links that a drawing may not contain. */
  isReduced: boolean;
}

const xmlnsOfSvg = 'http://www.w3.org/2000/svg';

// A file may contain the same as a drawing inside a page, and also CSS, filters, masks, and copies of its own shapes.
const filters = ['feBlend', 'feColorMatrix', 'feComposite', 'feFlood', 'feGaussianBlur', 'feMerge', 'feMergeNode'];
const moreElements = ['style', 'use', 'symbol', 'mask', 'textPath', 'filter', 'feOffset', ...filters];
const filterAttributes = ['in', 'in2', 'result', 'stdDeviation', 'floodColor', 'floodOpacity', 'operator', 'values'];
const unitAttributes = ['filterUnits', 'maskUnits', 'maskContentUnits', 'markerUnits', 'preserveAspectRatio'];
const ownAttributes = ['className', 'style', 'href', 'xLinkHref', 'mask', 'filter', 'spreadMethod', 'startOffset'];

const schema: Schema = {
  ...drawingSchema,
  tagNames: [...drawingSchema.tagNames, ...moreElements],
  attributes: {
    '*': [...drawingSchema.attributes['*'], ...filterAttributes, ...unitAttributes, ...ownAttributes],
  },
  strip: drawingSchema.strip.filter((name) => name !== 'style'),
};

/** CSS that could load something, or end the element early. */
const hostileCss = /@import|image-set|url\s*\(\s*["']?\s*(?!["']?#)|\\|<|&/i;

function removeHostileParts(tree: Root): void {
  visit(tree, 'element', (node, index, parent) => {
    const { tagName, properties, children } = node;
    // Together, because a comment or an element that was removed leaves two texts that join when they are written.
    const css = children.map((child) => ('value' in child ? child.value : '')).join('');
    if (tagName === 'style' && hostileCss.test(css) && parent && index !== undefined) {
      parent.children.splice(index, 1);
      return [SKIP, index] as const;
    }
    for (const name of ['href', 'xLinkHref'])
      if (properties[name] !== undefined && !/^#[\w.-]+$/.test(String(properties[name]))) delete properties[name];
    return undefined;
  });
  isolateIds(tree, '');
}

/** Returns a length in pixels; null for other units. */
function toPixels(value: unknown): number | null {
  const [, number] = /^([\d.]+)(?:px)?$/.exec(String(value ?? '').trim()) ?? [];
  return number && Number(number) > 0 ? Math.round(Number(number)) : null;
}

const toSvg = unified().use(rehypeStringify, { space: 'svg', closeEmptyElements: true });

/** Counts the elements of a tree, and their events and links. */
function countParts(tree: Root): number {
  let count = 0;
  visit(tree, 'element', ({ properties }) => {
    count += 1 + Object.keys(properties).filter((name) => /^(?:on|href$|xLinkHref$)/.test(name)).length;
  });
  return count;
}

function clean(file: string): CleanDrawing | null {
  const source = fromHtml(file, { fragment: true });
  const tree = sanitize(source, schema) as Root;
  removeHostileParts(tree);
  const root = tree.children.find((node): node is Element => node.type === 'element' && node.tagName === 'svg');
  if (!root) return null;
  const box = String(root.properties.viewBox ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = toPixels(root.properties.width) ?? Math.round(box[2] ?? Number.NaN);
  const height = toPixels(root.properties.height) ?? Math.round(box[3] ?? Number.NaN);
  if (!(width > 0 && height > 0)) return null;
  root.properties.viewBox ??= `0 0 ${width} ${height}`;
  Object.assign(root.properties, { xmlns: xmlnsOfSvg, width, height });
  const isReduced = countParts(source) > countParts({ type: 'root', children: [root] });
  return { svg: toSvg.stringify({ type: 'root', children: [root] }), width, height, isReduced };
}

/**
 * Returns an SVG file with its shapes, text and styles only: without scripts, events, links, animations, and everything
 * that loads something. Null if the file is no SVG, has no size, or nests too deeply.
 */
export function cleanDrawing(file: string): CleanDrawing | null {
  try {
    return clean(file);
  } catch (error) {
    // The libraries recurse for each level of nesting, and exhaust the call stack after some thousands.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
