import type { Element, Root } from 'hast';
import type { Root as MarkdownRoot } from 'mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { SKIP, visit } from 'unist-util-visit';
import type { TocItem } from '../../../contract/content/entry-shapes.ts';
import { getPathname } from '../../../contract/content/site-paths.ts';
import { checkLineNesting, checkTreeNesting } from './check-nesting.ts';
import { highlightCode } from './highlight.ts';
import {
  addAnimationLinks,
  decoratePictures,
  type FindStoredPicture,
  insertDrawings,
  isElement,
  type PageElements,
  picturePrefix,
  type Reference,
  toReference,
} from './pictures.ts';
import { getPlainText, getProse, getText, markDirection } from './plain-text.ts';

export interface RenderedMarkdown {
  html: string;
  toc: TocItem[];
  /** The text without markup, for the search index. */
  plain: string;
  /**
   * The text without markup and code blocks, one line for each paragraph, heading or list item. Excerpts are cut from
   * it.
   */
  prose: string;
  words: number;
  /** All linked paths and addresses, and shown pictures, which an import checks. */
  links: Reference[];
  pictures: Reference[];
  /**
   * For the check before publishing: all headings, the anchors that links name, pictures without alternative text, and
   * pictures outside the library, whose address is not `media/<name>`.
   */
  headings: Heading[];
  fragments: Reference[];
  unnamedPictures: Reference[];
  externalPictures: Reference[];
  /** The name of the first picture that stands alone in its paragraph; null without one. */
  cover: string | null;
}

/** A heading of a text: its anchor, its level 1 to 6, and its line. */
export interface Heading {
  id: string;
  depth: number;
  line: number;
}

// Telephone links are allowed. Heading ids are added after sanitising, and footnote ids already have a prefix.
const schema: typeof defaultSchema = {
  ...defaultSchema,
  clobberPrefix: '',
  protocols: { ...defaultSchema.protocols, href: [...(defaultSchema.protocols?.href ?? []), 'tel'] },
};

// Without a prefix, a heading such as "State" could have an id that the page uses itself.
const headingPrefix = 's-';

/** Makes a header cell without text, as above the labels of rows, a plain cell. */
function removeEmptyHeaders(tree: Root): void {
  visit(tree, 'element', (node) => {
    if (node.tagName === 'th' && !getText(node).trim()) node.tagName = 'td';
  });
}

/**
 * Puts each table into a box that scrolls and that the keyboard can focus, because a table can be wider than a phone.
 */
function decorateTables(tree: Root, page: PageElements): void {
  visit(tree, 'element', (node, index, parent) => {
    if (node.tagName !== 'table' || !parent || index === undefined) return undefined;
    page.tables++;
    parent.children[index] = {
      type: 'element',
      tagName: 'div',
      properties: { className: ['table-scroll'], tabIndex: 0, role: 'region', ariaLabel: `Table ${page.tables}` },
      children: [node],
    };
    return SKIP;
  });
}

/** Aligns cells by a class, because the attribute `align` is obsolete (HTML, section 16.2). */
function alignCells(tree: Root): void {
  visit(tree, 'element', (node) => {
    const { align, ...properties } = node.properties;
    if (align) node.properties = { ...properties, className: [`align-${align}`] };
  });
}

/** Names the boxes of task lists, because a box stands beside its text and not in a label. */
function nameTaskBoxes(tree: Root): void {
  visit(tree, 'element', (node) => {
    if (node.tagName === 'input') node.properties.ariaLabel = node.properties.checked ? 'Done' : 'Not done';
  });
}

async function decorateCode(tree: Root): Promise<void> {
  const blocks: { parent: Root | Element; index: number; code: string; language: string }[] = [];
  visit(tree, 'element', (node, index, parent) => {
    const [code] = node.children;
    if (node.tagName !== 'pre' || !isElement(code, 'code') || !parent || index === undefined) return;
    const classes = [code.properties.className ?? []].flat().map(String);
    const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? 'text';
    blocks.push({ parent: parent as Root | Element, index, code: getText(code).replace(/\n$/, ''), language });
  });
  for (const { parent, index, code, language } of blocks) parent.children[index] = await highlightCode(code, language);
}

/** The heading of the footnotes is for screen readers only and no part of the text. */
export const isFootnoteLabel = (id: string): boolean => /^footnote-label(?:-\d+)?$/.test(id);

function readContents(tree: Root): TocItem[] {
  const toc: TocItem[] = [];
  visit(tree, 'element', (node) => {
    const depth = { h2: 2, h3: 3 }[node.tagName];
    const id = String(node.properties.id ?? '');
    if (depth && id && !isFootnoteLabel(id)) toc.push({ id, text: getText(node), depth });
  });
  return toc;
}

function readFragments(tree: Root): Reference[] {
  const fragments: Reference[] = [];
  visit(tree, 'element', ({ tagName, properties, position }) => {
    const href = String(properties.href ?? '');
    if (
      tagName !== 'a' ||
      !href.startsWith('#') ||
      properties.dataFootnoteRef != null ||
      properties.dataFootnoteBackref != null
    )
      return;
    fragments.push({ target: href.slice(1), line: position?.start.line ?? 1 });
  });
  return fragments;
}

function readHeadings(tree: Root): Heading[] {
  const headings: Heading[] = [];
  visit(tree, 'element', (node) => {
    const [, depth] = /^h([1-6])$/.exec(node.tagName) ?? [];
    const id = String(node.properties.id ?? '');
    if (depth && !isFootnoteLabel(id))
      headings.push({ id, depth: Number(depth), line: node.position?.start.line ?? 1 });
  });
  return headings;
}

/** Returns the pictures of a text whose address or alternative text meets a condition. */
function findPictures(tree: Root, isWanted: (address: string, alt: string) => boolean): Reference[] {
  const pictures: Reference[] = [];
  visit(tree, 'element', (node) => {
    const address = String(node.properties.src ?? '');
    if (node.tagName === 'img' && isWanted(address, String(node.properties.alt ?? '')))
      pictures.push(toReference(node, address));
  });
  return pictures;
}

function readLinks(tree: Root): Reference[] {
  const links: Reference[] = [];
  visit(tree, 'element', (node) => {
    const href = String(node.properties.href ?? '');
    if (node.tagName === 'a' && /^(?:\/|https?:)/.test(href)) links.push(toReference(node, href));
  });
  return links;
}

/** Numbers the ids of headings without letters and digits, such as an emoji, of which `rehypeSlug` leaves nothing. */
function nameWordlessHeadings() {
  return (tree: Root) => {
    const ids = new Set(readHeadings(tree).map(({ id }) => id));
    visit(tree, 'element', (node) => {
      if (!/^h[1-6]$/.test(node.tagName) || /[\p{L}\p{N}]/u.test(getText(node))) return;
      let number = 1;
      while (ids.has(`${headingPrefix}section-${number}`)) number++;
      node.properties.id = `${headingPrefix}section-${number}`;
      ids.add(node.properties.id);
    });
  };
}

/** Returns the count of a page before its first text. */
export const createPage = (): PageElements => ({ tables: 0, drawings: 0, isBegun: false });

const toElements = unified()
  .use(remarkRehype)
  .use(rehypeSanitize, schema)
  .use(rehypeSlug, { prefix: headingPrefix })
  .use(nameWordlessHeadings);
const toHtml = unified().use(rehypeStringify);

const parser = unified().use(remarkParse).use(remarkGfm);

/** Parses GitHub-flavoured Markdown. Throws `unprocessable` for a text that nests too deeply. */
function parseMarkdown(markdown: string): MarkdownRoot {
  checkLineNesting(markdown);
  const tree = parser.parse(markdown);
  checkTreeNesting(tree);
  return tree;
}

/** Converts a text to sanitised elements of HTML. Throws `unprocessable` for a text that nests too deeply. */
export function createElements(markdown: string): Promise<Root> {
  return toElements.run(parseMarkdown(markdown));
}

/** Renders the elements of a text. Changes the tree, and counts in `page` what the texts of a page number together. */
export async function renderElements(
  tree: Root,
  getPicture: FindStoredPicture,
  page: PageElements = createPage(),
): Promise<RenderedMarkdown> {
  const unnamedPictures = findPictures(tree, (_address, alt) => !alt.trim());
  const externalPictures = findPictures(tree, (address) => !address.startsWith(picturePrefix));
  const pictures: Reference[] = [];
  const cover = decoratePictures(tree, getPicture, pictures, page);
  const plain = getPlainText(tree);
  const prose = getProse(tree);
  const toc = readContents(tree);
  const links = readLinks(tree);
  const fragments = readFragments(tree);
  const headings = readHeadings(tree);
  nameTaskBoxes(tree);
  insertDrawings(tree, getPicture, page);
  addAnimationLinks(tree, getPicture);
  alignCells(tree);
  removeEmptyHeaders(tree);
  decorateTables(tree, page);
  await decorateCode(tree);
  markDirection(tree);
  const words = plain ? plain.split(' ').length : 0;
  return {
    html: toHtml.stringify(tree),
    toc,
    plain,
    prose,
    words,
    links,
    pictures,
    headings,
    fragments,
    unnamedPictures,
    externalPictures,
    cover,
  };
}

/**
 * Renders GitHub-flavoured Markdown to sanitised HTML without inline styles, with its contents list, plain text and
 * references. Throws `unprocessable` for a text that nests too deeply. On a server, call `renderInThread`, because some
 * texts take minutes.
 */
export async function renderMarkdown(
  markdown: string,
  getPicture: FindStoredPicture = () => undefined,
): Promise<RenderedMarkdown> {
  return renderElements(await createElements(markdown), getPicture);
}

/**
 * Returns a Markdown text in which links to the path `from` lead to `to`, with their query and fragment. Every other
 * byte stays: code that shows a link is no link. Throws `unprocessable` for a text that nests too deeply. On a server,
 * call `rewriteLinksInThread`.
 */
export function rewriteLinks(markdown: string, from: string, to: string): string {
  const changes: { start: number; end: number }[] = [];
  visit(parseMarkdown(markdown), (node) => {
    if (node.type !== 'link' && node.type !== 'definition') return;
    const { url, position } = node;
    if (getPathname(url) !== from || !position) return;
    const start = position.start.offset ?? 0;
    const source = markdown.slice(start, position.end.offset);
    // The address stands behind the text of a link, and may stand in the text too.
    const behind = node.type === 'link' ? source.lastIndexOf('](') : source.indexOf(']:');
    const at = source.indexOf(from, Math.max(0, behind));
    if (at >= 0) changes.push({ start: start + at, end: start + at + from.length });
  });
  return changes.reduceRight((text, { start, end }) => text.slice(0, start) + to + text.slice(end), markdown);
}
