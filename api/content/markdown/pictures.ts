import type { Element, ElementContent, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import {
  getNarrowName,
  getVariantPath,
  hasVariants,
  listVariantWidths,
  pictureFormats,
} from '../../../contract/content/picture-variants.ts';
import { readDrawing } from './inline-drawing.ts';

/** A path or picture that a text names, with its line (the first is 1). */
export interface Reference {
  target: string;
  line: number;
}

/** A stored picture, as texts show it. */
export interface StoredPicture {
  /** In CSS pixels. */
  size: { width: number; height: number } | null;
  /** Default: false. */
  isAnimated?: boolean;
  /** The source of an SVG file; null for other pictures, and for a drawing that is too large for a page. */
  svg: string | null;
  /** The alternative text of the library. Null: nobody has described the picture yet. Texts have their own. */
  alt?: string | null;
}

/** What the texts of a page number together, and whether a text was rendered before. */
export interface PageElements {
  tables: number;
  drawings: number;
  isBegun: boolean;
}

/** Returns a picture by its name; undefined for an unknown one. */
export type FindStoredPicture = (name: string) => StoredPicture | undefined;

/** The beginning of the address of a picture of the library in Markdown: `![…](media/<name>)`. */
export const picturePrefix = 'media/';

export function isElement(node: unknown, tagName?: string): node is Element {
  const element = node as Element;
  return element?.type === 'element' && (tagName === undefined || element.tagName === tagName);
}

/** Returns the reference that an element of the text makes. */
export function toReference(node: Element, target: string): Reference {
  return { target, line: node.position?.start.line ?? 1 };
}

/** Converts a picture alone in its paragraph to a figure, with its title as the caption. */
function createFigure(paragraph: Element): Element | null {
  const [image] = paragraph.children;
  if (paragraph.children.length !== 1 || !isElement(image, 'img')) return null;
  const caption = image.properties.title;
  const rest: ElementContent[] = caption
    ? [{ type: 'element', tagName: 'figcaption', properties: {}, children: [{ type: 'text', value: String(caption) }] }]
    : [];
  delete image.properties.title;
  return { type: 'element', tagName: 'figure', properties: {}, children: [image, ...rest] };
}

/** Returns the names of the pictures that the elements of a text may show, with their narrow drawings. */
export function listPossiblePictures(tree: Root): string[] {
  const names = new Set<string>();
  visit(tree, 'element', ({ tagName, properties }) => {
    const [, name] = /^\/?media\/(.+)$/.exec(String(properties.src ?? '')) ?? [];
    if (tagName !== 'img' || !name) return;
    names.add(name);
    const narrow = getNarrowName(name);
    if (narrow) names.add(narrow);
  });
  return [...names];
}

/** The displayed width of a picture in a text (`prose.module.css`). */
const shownWidth = '(min-width: 56rem) 52rem, 100vw';

/** Wraps a raster picture in `picture` with smaller formats and several widths; its own file is the fallback. */
function createPictureVariants(image: Element, name: string, width: number): Element {
  const sources = pictureFormats.map((format): Element => {
    const srcSet = listVariantWidths(width).map((each) => `${getVariantPath(name, each, format)} ${each}w`);
    const properties = { type: `image/${format}`, srcSet: srcSet.join(', '), sizes: shownWidth };
    return { type: 'element', tagName: 'source', properties, children: [] };
  });
  return { type: 'element', tagName: 'picture', properties: {}, children: [...sources, image] };
}

/**
 * Adds a link to each animated picture that plays it; the page's code makes it a button. The picture itself shows its
 * first frame. Call after the text without markup was read.
 */
export function addAnimationLinks(tree: Root, getPicture: FindStoredPicture): void {
  // Links cannot contain links.
  const linked = new Set<Element>();
  visit(tree, { tagName: 'a' }, (link: Element) =>
    visit(link, { tagName: 'picture' }, (picture: Element) => void linked.add(picture)),
  );
  visit(tree, { tagName: 'picture' }, (picture: Element, index, parent) => {
    const image = picture.children.at(-1);
    if (!parent || index === undefined || !isElement(image, 'img')) return undefined;
    const name = String(image.properties.src).replace(/^\/media\/([^/]+).*$/, '$1');
    const stored = getPicture(name);
    if (!stored?.isAnimated || !stored.size) return undefined;
    image.properties.src = getVariantPath(name, listVariantWidths(stored.size.width).at(-1) ?? 0, 'webp');
    if (linked.has(picture)) return SKIP;
    const alt = String(image.properties.alt ?? '');
    const label = 'Play the animation';
    const link: Element = {
      type: 'element',
      tagName: 'a',
      properties: {
        className: ['animation'],
        href: `/media/${name}`,
        dataHeld: 'animation',
        ariaLabel: alt ? `${label}: ${alt}` : undefined,
      },
      children: [{ type: 'text', value: label }],
    };
    parent.children.splice(index + 1, 0, link);
    return SKIP;
  });
}

/** Returns whether a picture is probably visible without scrolling: only one or two paragraphs stand before it. */
function isEarly(tree: Root, image: Element): boolean {
  const blocks = tree.children.filter((node) => isElement(node)).slice(0, 3);
  let isFound = false;
  for (const block of blocks) {
    if (isFound || !isElement(block) || /^h\d$/.test(block.tagName)) break;
    visit(block, 'element', (node) => {
      if (node === image) isFound = true;
    });
  }
  return isFound;
}

/**
 * Returns the name of the first picture that stands alone in its paragraph. Call before pictures get their variants.
 */
function findCover(tree: Root): string | null {
  let cover: string | null = null;
  visit(tree, 'element', (node) => {
    const [image] = node.children;
    if (cover !== null || node.tagName !== 'figure' || !isElement(image, 'img')) return;
    const [, name] = /^media\/(.+)$/.exec(String(image.properties.src)) ?? [];
    if (name && (name.endsWith('.svg') || hasVariants(name))) cover = name;
  });
  return cover;
}

/**
 * Turns pictures that stand alone into figures, and gives every picture its address, size and variants. Returns the
 * name of the cover: the first figure.
 */
export function decoratePictures(
  tree: Root,
  getPicture: FindStoredPicture,
  pictures: Reference[],
  page: PageElements,
): string | null {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'p' && parent && index !== undefined) {
      const figure = createFigure(node);
      if (figure) parent.children[index] = figure;
    }
  });
  const cover = findCover(tree);
  let isFirst = !page.isBegun;
  page.isBegun ||= tree.children.length > 0;
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'img' || !parent || index === undefined) return undefined;
    const source = String(node.properties.src ?? '');
    if (source.startsWith(picturePrefix)) {
      const name = source.slice(picturePrefix.length);
      const narrow = getNarrowName(name);
      for (const each of narrow && getPicture(narrow) ? [name, narrow] : [name]) pictures.push(toReference(node, each));
      node.properties.src = `/media/${name}`;
      const size = getPicture(name)?.size;
      if (size) Object.assign(node.properties, size);
      if (size && hasVariants(name)) parent.children[index] = createPictureVariants(node, name, size.width);
    }
    const load = isFirst && isEarly(tree, node) ? { fetchPriority: 'high' } : { loading: 'lazy' };
    Object.assign(node.properties, load, { decoding: 'async' });
    isFirst = false;
    return SKIP;
  });
  return cover;
}

/** Returns the control that enlarges a drawing without JavaScript: a checkbox, and its label for the caption. */
function createEnlargeControl(number: number): { checkbox: Element; label: Element } {
  const id = `enlarge-drawing-${number}`;
  const hidden: Element = {
    type: 'element',
    tagName: 'span',
    properties: { className: ['visually-hidden'] },
    children: [{ type: 'text', value: ` drawing ${number}` }],
  };
  return {
    checkbox: { type: 'element', tagName: 'input', properties: { type: 'checkbox', id }, children: [] },
    label: {
      type: 'element',
      tagName: 'label',
      properties: { htmlFor: [id] },
      children: [{ type: 'text', value: 'Enlarge' }, hidden],
    },
  };
}

/** Returns the drawing of a picture, with its narrow drawing for phones if it has one; null for another picture. */
function readDrawings(image: Element, getPicture: FindStoredPicture, page: PageElements) {
  const [, name = ''] = /^\/media\/(.+)$/.exec(String(image.properties.src)) ?? [];
  const svg = getPicture(name)?.svg;
  const alt = String(image.properties.alt ?? '');
  const drawing = svg ? readDrawing(svg, alt, `drawing-${page.drawings + 1}-`) : null;
  if (!drawing) return null;
  page.drawings++;
  const narrowSvg = getPicture(getNarrowName(name) ?? '')?.svg;
  const narrow = narrowSvg ? readDrawing(narrowSvg, alt, `drawing-${page.drawings}-narrow-`) : null;
  if (narrow) {
    drawing.properties.className = ['drawing-wide'];
    narrow.properties.className = ['drawing-narrow'];
  }
  return { name, drawing, narrow };
}

/**
 * Replaces figures that are drawings by the drawings themselves, each beside its narrow drawing for phones. A drawing
 * without a narrow one can be enlarged on phones, so it is in a box that scrolls and that the keyboard can focus. A
 * picture that is no part of a text is replaced by the drawing alone.
 */
export function insertDrawings(tree: Root, getPicture: FindStoredPicture, page: PageElements): void {
  const [only] = tree.children;
  if (isElement(only, 'img')) {
    const found = readDrawings(only, getPicture, page);
    if (found) tree.children = [found.drawing, found.narrow].filter((each) => each !== null);
  }
  visit(tree, 'element', (node) => {
    const [image, caption] = node.children;
    if (node.tagName !== 'figure' || !isElement(image, 'img')) return;
    const found = readDrawings(image, getPicture, page);
    if (!found) return;
    const { name, drawing, narrow } = found;
    // Feeds show the file instead, because readers remove drawings from a text.
    node.properties.dataPicture = name;
    if (narrow) {
      node.children.splice(0, 1, drawing, narrow);
      return;
    }
    const number = page.drawings;
    const { checkbox, label } = createEnlargeControl(number);
    const words = isElement(caption, 'figcaption') ? caption.children : [];
    node.children = [
      checkbox,
      {
        type: 'element',
        tagName: 'div',
        properties: { className: ['drawing-scroll'], tabIndex: 0, role: 'region', ariaLabel: `Drawing ${number}` },
        children: [drawing],
      },
      { type: 'element', tagName: 'figcaption', properties: {}, children: [...words, label] },
    ];
  });
}
