import type { Element, ElementContent, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { isRightToLeft } from '../../../contract/content/text-direction.ts';

/** Returns the characters of an element and of those inside it. */
export function getText(node: Root | Element | ElementContent): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node)) return '';
  return node.children.map((child) => getText(child as ElementContent)).join('');
}

// Inline elements that can stand inside a word. Other elements begin a new word, also the number of a footnote (sup).
const inWord = new Set(['a', 'code', 'del', 'em', 'span', 'strong']);

/**
 * Returns the text without markup. Block elements separate words: "…end</p><p>Start…" is two words, and
 * "un<em>known</em>" is one.
 */
export function getPlainText(tree: Root): string {
  const parts: string[] = [];
  visit(tree, (node) => {
    if (node.type === 'text') parts.push(node.value);
    else if (node.type === 'element' && !inWord.has(node.tagName)) parts.push(' ');
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
}

// Elements that begin a new line of prose. The cells of a table share a line.
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

/** Returns the text without markup and code blocks, one line for each paragraph, heading, list item or row. */
export function getProse(tree: Root): string {
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

/** The elements that have a direction of their own: blocks, and lists and tables with their items and cells. */
const directed = new Set('blockquote caption dd dl dt figcaption h1 h2 h3 h4 h5 h6 li ol p table td th ul'.split(' '));

/** Returns the text of a block without code and drawings. */
function getWords(node: Element | ElementContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element' || node.tagName === 'pre' || node.tagName === 'svg') return '';
  return node.children.map(getWords).join('');
}

/**
 * Marks the blocks whose text has another direction than the block around them. A text from left to right stays as it
 * is, and code is always written so.
 */
export function markDirection(tree: Root | Element, isRtl = false): void {
  for (const child of tree.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'pre') {
      if (isRtl) child.properties.dir = 'ltr';
      continue;
    }
    const own = directed.has(child.tagName) ? (isRightToLeft(getWords(child)) ?? isRtl) : isRtl;
    if (own !== isRtl) child.properties.dir = 'auto';
    markDirection(child, own);
  }
}
