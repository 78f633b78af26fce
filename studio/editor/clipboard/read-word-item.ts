import type { Element } from 'hast';
import { visit } from 'unist-util-visit';
import type { Item } from './nest-items.ts';
import { readStyle } from './read-marks.ts';
import { readText } from './read-text.ts';

/** Returns what Word writes before an item's text: a bullet, or a number such as `2.` or `b)`. */
function readMarker(paragraph: Element): string {
  let marker = '';
  visit(paragraph, 'element', (element) => {
    if (readStyle(element)['mso-list'] === 'ignore') marker = readText(element.children).trim();
  });
  return marker;
}

/**
 * Returns the item that a paragraph of Word is, without its content; null for any other paragraph. Word writes lists as
 * paragraphs with a style such as `mso-list: l0 level2 lfo1`.
 */
export function readWordItem(paragraph: Element): Omit<Item, 'children'> | null {
  const level = /\blevel(\d)/.exec(readStyle(paragraph)['mso-list'] ?? '')?.[1];
  if (!level) return null;
  const marker = readMarker(paragraph);
  const number = /(\d+)\D*$/.exec(marker)?.[1];
  return {
    type: 'item',
    level: Number(level),
    isOrdered: /^\(?(?:\d|[a-z]{1,5}[.)])/i.test(marker),
    number: number === undefined ? null : Number(number),
    isChecked: null,
  };
}
