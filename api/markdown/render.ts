import type { Element, ElementContent, Root } from 'hast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import type { TocItem } from '../../contract/entry-shapes.ts';
import { getVariantPath, hasVariants, listVariantWidths, pictureFormats } from '../../contract/picture-variants.ts';
import { highlight } from './highlight.ts';

export interface Rendered {
  html: string;
  toc: TocItem[];
  /** The text without markup, for search. */
  plain: string;
  /** The same without blocks of code, a line for each paragraph, heading or list item; excerpts are cut from it. */
  prose: string;
  words: number;
  /** Every site path linked to and every picture shown, for the checks at import. */
  links: Mention[];
  pictures: Mention[];
}

/** What a text names, and on which of its lines (the first is 1). */
export interface Mention {
  target: string;
  line: number;
}

/** Width and height in CSS pixels of a picture by its name, or null where it is not known. */
export type PictureSize = (name: string) => { width: number; height: number } | null;

// Telephone links are ordinary here; ids are made after this step, footnote ids carry their own prefix already.
const schema: typeof defaultSchema = {
  ...defaultSchema,
  clobberPrefix: '',
  protocols: { ...defaultSchema.protocols, href: [...(defaultSchema.protocols?.href ?? []), 'tel'] },
};

// Keeps a heading such as "State" from taking an id that the page itself uses.
const headingPrefix = 's-';
const picturePrefix = 'media/';

function textOf(node: Root | Element | ElementContent): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  return node.children.map((child) => textOf(child as ElementContent)).join('');
}

function isElement(node: unknown, tagName?: string): node is Element {
  const element = node as Element;
  return element?.type === 'element' && (tagName === undefined || element.tagName === tagName);
}

/** A picture alone in its paragraph becomes a figure, its title the caption. */
function figureOf(paragraph: Element): Element | null {
  const [image] = paragraph.children;
  if (paragraph.children.length !== 1 || !isElement(image, 'img')) return null;
  const caption = image.properties.title;
  const rest: ElementContent[] = caption
    ? [{ type: 'element', tagName: 'figcaption', properties: {}, children: [{ type: 'text', value: String(caption) }] }]
    : [];
  delete image.properties.title;
  return { type: 'element', tagName: 'figure', properties: {}, children: [image, ...rest] };
}

function mention(node: Element, target: string): Mention {
  return { target, line: node.position?.start.line ?? 1 };
}

/** How wide a text shows a picture (`prose.module.css`). */
const shownWidth = '(min-width: 56rem) 52rem, 100vw';

/** A picture of pixels in smaller formats and in widths to choose from, its own file for whoever knows none of them. */
function variantsOf(image: Element, name: string, width: number): Element {
  const sources = pictureFormats.map((format): Element => {
    const srcSet = listVariantWidths(width).map((each) => `${getVariantPath(name, each, format)} ${each}w`);
    const properties = { type: `image/${format}`, srcSet: srcSet.join(', '), sizes: shownWidth };
    return { type: 'element', tagName: 'source', properties, children: [] };
  });
  return { type: 'element', tagName: 'picture', properties: {}, children: [...sources, image] };
}

/** Whether an element is seen as soon as the text is: nothing that takes room stands before it but a paragraph or two. */
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

function decoratePictures(tree: Root, sizeOf: PictureSize, pictures: Mention[]): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName === 'p' && parent && index !== undefined) {
      const figure = figureOf(node);
      if (figure) parent.children[index] = figure;
    }
  });
  let isFirst = true;
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'img' || !parent || index === undefined) return undefined;
    const source = String(node.properties.src ?? '');
    if (source.startsWith(picturePrefix)) {
      const name = source.slice(picturePrefix.length);
      pictures.push(mention(node, name));
      node.properties.src = `/media/${name}`;
      const size = sizeOf(name);
      if (size) Object.assign(node.properties, size);
      if (size && hasVariants(name)) parent.children[index] = variantsOf(node, name, size.width);
    }
    const load = isFirst && isEarly(tree, node) ? { fetchPriority: 'high' } : { loading: 'lazy' };
    Object.assign(node.properties, load, { decoding: 'async' });
    isFirst = false;
    return SKIP;
  });
}

/** What is wider than a phone scrolls in a box of its own that the keyboard reaches. */
function decorateTables(tree: Root): void {
  let count = 0;
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'table' || !parent || index === undefined) return undefined;
    count++;
    parent.children[index] = {
      type: 'element',
      tagName: 'div',
      properties: { className: ['table-scroll'], tabIndex: 0, role: 'region', ariaLabel: `Table ${count}` },
      children: [node],
    };
    return SKIP;
  });
}

async function decorateCode(tree: Root): Promise<void> {
  const blocks: { parent: Root | Element; index: number; code: string; language: string }[] = [];
  visit(tree, 'element', (node, index, parent) => {
    const [code] = node.children;
    if (node.tagName !== 'pre' || !isElement(code, 'code') || !parent || index === undefined) return;
    const classes = [code.properties.className ?? []].flat().map(String);
    const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? 'text';
    blocks.push({ parent: parent as Root | Element, index, code: textOf(code).replace(/\n$/, ''), language });
  });
  for (const { parent, index, code, language } of blocks) parent.children[index] = await highlight(code, language);
}

function readContents(tree: Root): TocItem[] {
  const toc: TocItem[] = [];
  visit(tree, 'element', (node) => {
    const depth = { h2: 2, h3: 3 }[node.tagName];
    // The footnotes' own heading is for screen readers and no part of the text.
    if (depth && node.properties.id && node.properties.id !== 'footnote-label') {
      toc.push({ id: String(node.properties.id), text: textOf(node), depth });
    }
  });
  return toc;
}

function readLinks(tree: Root): Mention[] {
  const links: Mention[] = [];
  visit(tree, 'element', (node) => {
    const href = String(node.properties.href ?? '');
    if (node.tagName === 'a' && href.startsWith('/')) links.push(mention(node, href));
  });
  return links;
}

const toTree = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize, schema);
const addIds = unified().use(rehypeSlug, { prefix: headingPrefix });
const toHtml = unified().use(rehypeStringify);

// Elements that can stand in the middle of a word. Any other begins one, a footnote's number (sup) too.
const inWord = new Set(['a', 'code', 'del', 'em', 'span', 'strong']);

/** Block elements end a word: "…end</p><p>Start…" is two words, not one; "un<em>known</em>" is one. */
function plainTextOf(tree: Root): string {
  const parts: string[] = [];
  visit(tree, (node) => {
    if (node.type === 'text') parts.push(node.value);
    else if (node.type === 'element' && !inWord.has(node.tagName)) parts.push(' ');
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
}

// What stands apart from the text around it. The cells of a table are read in one line.
const blocks = new Set([
  'blockquote',
  'dd',
  'div',
  'dt',
  'figcaption',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'p',
  'tr',
]);

function proseOf(tree: Root): string {
  const parts: string[] = [];
  function read(node: Root | Element | ElementContent): void {
    if (node.type === 'text') parts.push(node.value.replace(/\s+/g, ' '));
    const name = node.type === 'element' ? node.tagName : '';
    if (!('children' in node) || name === 'pre') return;
    const edge = blocks.has(name) ? '\n' : '';
    parts.push(edge || (inWord.has(name) ? '' : ' '));
    for (const child of node.children) read(child as ElementContent);
    parts.push(edge);
  }
  read(tree);
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}

/** Markdown (GitHub flavour) → sanitised HTML without inline styles, its contents list, plain text and links. */
export async function renderMarkdown(markdown: string, sizeOf: PictureSize = () => null): Promise<Rendered> {
  const tree = (await addIds.run(await toTree.run(toTree.parse(markdown)))) as Root;
  // A heading's anchor is ours; the footnotes' label is named by remark-rehype.
  const pictures: Mention[] = [];
  decoratePictures(tree, sizeOf, pictures);
  const plain = plainTextOf(tree);
  const prose = proseOf(tree);
  const toc = readContents(tree);
  const links = readLinks(tree);
  decorateTables(tree);
  await decorateCode(tree);
  const words = plain ? plain.split(' ').length : 0;
  return { html: toHtml.stringify(tree), toc, plain, prose, words, links, pictures };
}
