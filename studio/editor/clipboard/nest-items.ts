import type { Element } from 'hast';
import type { BlockContent, List, ListItem } from 'mdast';
import { visit } from 'unist-util-visit';
import { readStyle, readText } from './read-marks.ts';

/**
 * An item of a list with its depth, from 1. Programs write items flat and in order, often each in a list of its own.
 */
export interface Item {
  type: 'item';
  level: number;
  isOrdered: boolean;
  /** The number of the item; null if the program does not give one. */
  number: number | null;
  /** Whether the box of a task is ticked; null for an item without a box. */
  isChecked: boolean | null;
  children: BlockContent[];
}

export type Block = BlockContent | Item;

/** Returns whether a block is an item that is not part of a list yet. */
export const isItem = (block: Block): block is Item => block.type === 'item';

function toListItem({ children, isChecked }: Item): ListItem {
  return { type: 'listItem', spread: false, checked: isChecked, children };
}

/** Returns neighbouring items as lists. A deeper item becomes part of a list inside the item before it. */
function nestNeighbours(items: Item[]): List[] {
  const lists: List[] = [];
  const open: { level: number; list: List }[] = [];
  for (const item of items) {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > item.level) open.pop();
    const current = open.at(-1);
    if (current?.level === item.level && current.list.ordered === item.isOrdered) {
      current.list.children.push(toListItem(item));
      continue;
    }
    if (current?.level === item.level) open.pop();
    const list: List = {
      type: 'list',
      ordered: item.isOrdered,
      start: item.isOrdered ? (item.number ?? 1) : null,
      spread: false,
      children: [toListItem(item)],
    };
    const parent = open.at(-1)?.list.children.at(-1);
    if (parent) parent.children.push(list);
    else lists.push(list);
    open.push({ level: item.level, list });
  }
  return lists;
}

/** Replaces neighbouring items with nested lists. */
export function nestItems(blocks: readonly Block[]): BlockContent[] {
  const nested: BlockContent[] = [];
  let items: Item[] = [];
  const close = () => {
    nested.push(...nestNeighbours(items));
    items = [];
  };
  for (const block of blocks) {
    if (isItem(block)) {
      items.push(block);
      continue;
    }
    close();
    nested.push(block);
  }
  close();
  return nested;
}

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
