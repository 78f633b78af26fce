import type { Element, ElementContent, Root } from 'hast';
import { isRightToLeft } from '../../../contract/content/text-direction.ts';

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
