import type { Element, ElementContent, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import type { BlockContent, FootnoteDefinition, Heading, Nodes, RootContent } from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { defaultHandlers, type Options, toMarkdown } from 'mdast-util-to-markdown';
import { visit } from 'unist-util-visit';
import { type PastedDocument, readBlocks } from './read-blocks.ts';
import { findNoteKeys, readStyle } from './read-marks.ts';

/** A pasted document as Markdown. */
export interface ConvertedHtml {
  markdown: string;
  /** Whether the text must stand on lines of its own; otherwise it is a part of a paragraph. */
  isBlock: boolean;
  /** The footnotes, which belong at the end of the whole text; empty without any. */
  notes: string;
  /** How many pictures were left out. Only the library holds pictures. */
  pictures: number;
}

/**
 * Returns Markdown without escapes of `&` that does not begin a character reference, such as in `AT&T` or `?a=1&b=2`.
 */
function unescapeAmpersands(markdown: string): string {
  return markdown.replace(/\\&(?!#?\w+;)/g, '&');
}

// The style in which the toolbar writes Markdown.
const options: Options = {
  handlers: {
    text: (...node) => unescapeAmpersands(defaultHandlers.text(...node)),
    link: Object.assign(
      (...node: Parameters<typeof defaultHandlers.link>) => unescapeAmpersands(defaultHandlers.link(...node)),
      { peek: defaultHandlers.link.peek },
    ),
  },
  bullet: '-',
  emphasis: '*',
  rule: '-',
  listItemIndent: 'one',
  extensions: [
    gfmFootnoteToMarkdown({ firstLineBlank: false }),
    gfmStrikethroughToMarkdown(),
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmTaskListItemToMarkdown(),
  ],
};

/** Lowers all headings by one level if a document has level 1, because the title of the page is the only `h1`. */
function lowerHeadings(blocks: BlockContent[]): void {
  const headings: Heading[] = [];
  visit({ type: 'root', children: blocks } as Nodes, 'heading', (heading) => void headings.push(heading));
  if (!headings.some(({ depth }) => depth === 1)) return;
  for (const heading of headings) heading.depth = Math.min(heading.depth + 1, 6) as Heading['depth'];
}

/** Numbers the footnotes in the order in which the text refers to them. Returns the footnotes with a reference. */
function numberNotes(blocks: BlockContent[], notes: PastedDocument['notes'], firstNote: number): FootnoteDefinition[] {
  const numbers = new Map<string, number>();
  visit({ type: 'root', children: blocks } as Nodes, 'footnoteReference', (reference) => {
    const number = numbers.get(reference.identifier) ?? firstNote + numbers.size;
    numbers.set(reference.identifier, number);
    reference.identifier = String(number);
    reference.label = String(number);
  });
  return [...numbers].map(([key, number]) => ({
    type: 'footnoteDefinition',
    identifier: String(number),
    label: String(number),
    children: notes.get(key) ?? [],
  }));
}

function hasFormat(blocks: readonly BlockContent[]): boolean {
  return blocks.some(
    (block) => block.type !== 'paragraph' || block.children.some(({ type }) => type !== 'text' && type !== 'break'),
  );
}

/** Returns whether the clipboard holds one piece of source code, as code editors copy it. */
function isSourceCode(nodes: readonly ElementContent[]): boolean {
  const [only, ...others] = nodes.filter((node): node is Element => node.type === 'element' && node.tagName !== 'meta');
  if (!only || others.length > 0) return false;
  return only.tagName === 'pre' || /^pre/.test(readStyle(only)['white-space'] ?? '');
}

function findBody({ children }: Root): ElementContent[] {
  const find = (nodes: readonly unknown[], name: string) =>
    (nodes as ElementContent[]).find((node): node is Element => node.type === 'element' && node.tagName === name);
  const html = find(children, 'html');
  return (html && find(html.children, 'body')?.children) ?? [];
}

function write(children: RootContent[]): string {
  return toMarkdown({ type: 'root', children }, options).trimEnd();
}

/**
 * Converts the HTML of a clipboard to Markdown. Returns null for a text without any formatting, and for source code:
 * these are pasted as they are. `firstNote` is the number that the first footnote gets.
 */
export function convertHtml(
  html: string,
  { siteUrl, firstNote }: { siteUrl: string; firstNote: number },
): ConvertedHtml | null {
  const tree = fromHtml(html);
  const nodes = findBody(tree);
  if (isSourceCode(nodes)) return null;
  const document: PastedDocument = { siteUrl, noteKeys: findNoteKeys(tree), notes: new Map(), pictures: 0 };
  const blocks = readBlocks(nodes, document);
  // Removes the rule that programs draw above the footnotes.
  while (blocks.at(-1)?.type === 'thematicBreak') blocks.pop();
  const { pictures } = document;
  if (!hasFormat(blocks) && pictures === 0) return null;
  lowerHeadings(blocks);
  const notes = numberNotes(blocks, document.notes, firstNote);
  const isBlock = blocks.length > 1 || blocks[0]?.type !== 'paragraph';
  return { markdown: write(blocks), isBlock, notes: write(notes), pictures };
}
