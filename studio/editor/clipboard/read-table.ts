import type { Element } from 'hast';
import type { AlignType, BlockContent, PhrasingContent, Table } from 'mdast';
import { EXIT, SKIP, visit } from 'unist-util-visit';
import { readStyle } from './read-marks.ts';

/** Returns the rows of a table without those of tables inside it. */
function listRows(table: Element): Element[][] {
  const rows: Element[][] = [];
  visit(table, 'element', (element) => {
    if (element.tagName === 'table' && element !== table) return SKIP;
    if (element.tagName !== 'tr') return undefined;
    rows.push(
      element.children.filter((child) => child.type === 'element' && /^t[dh]$/.test(child.tagName)) as Element[],
    );
    return SKIP;
  });
  return rows.filter((row) => row.length > 0);
}

function readSpan(value: unknown): number {
  return Math.min(Math.max(1, Number(value) || 1), 50);
}

/**
 * Puts the cells of a table into a grid. A cell over several rows or columns fills the first, and the others stay
 * empty.
 */
function placeCells(rows: Element[][]): (Element | null)[][] {
  const grid: (Element | null)[][] = rows.map(() => []);
  for (const [y, cells] of rows.entries()) {
    let x = 0;
    for (const cell of cells) {
      while (grid[y]?.[x] !== undefined) x++;
      for (const row of grid.slice(y, y + readSpan(cell.properties.rowSpan)))
        for (let column = 0; column < readSpan(cell.properties.colSpan); column++) row[x + column] = null;
      (grid[y] as (Element | null)[])[x] = cell;
    }
  }
  return grid;
}

function readAlign(cell: Element | null | undefined): AlignType {
  if (!cell) return null;
  let found: AlignType = null;
  visit(cell, 'element', (element) => {
    const align = String(element.properties.align ?? readStyle(element)['text-align'] ?? '');
    if (align !== 'center' && align !== 'right') return undefined;
    found = align;
    return EXIT;
  });
  return found;
}

/** Returns the text of blocks as one line, because a cell of Markdown has no blocks and no line breaks. */
function toLine(blocks: readonly (BlockContent | PhrasingContent)[]): PhrasingContent[] {
  const parts = blocks.flatMap((block): PhrasingContent[][] => {
    switch (block.type) {
      case 'paragraph':
      case 'heading':
        return [block.children.map((node) => (node.type === 'break' ? { type: 'text', value: ' ' } : node))];
      case 'code':
        return [[{ type: 'inlineCode', value: block.value.replace(/\s+/g, ' ') }]];
      case 'list':
        return block.children.map(({ children }) => toLine(children as BlockContent[]));
      case 'blockquote':
        return [toLine(block.children as BlockContent[])];
      default:
        return [];
    }
  });
  return parts.flatMap((part, index) => (index === 0 ? part : [{ type: 'text', value: ' ' } as const, ...part]));
}

/** Removes bold marks from a header row, because header cells are always bold. */
function toHeader(line: PhrasingContent[]): PhrasingContent[] {
  return line.flatMap((node) => (node.type === 'strong' ? node.children : [node]));
}

/**
 * Returns a table of Markdown whose first row is the header. `readCell` reads the content of a cell. A table with one
 * cell is only a frame, so its content is returned instead.
 */
export function convertTable(table: Element, readCell: (cell: Element) => BlockContent[]): BlockContent[] {
  const grid = placeCells(listRows(table));
  const width = Math.max(0, ...grid.map((row) => row.length));
  const [first] = grid;
  const only = first?.[0];
  if (grid.length === 0 || !first) return [];
  if (grid.length === 1 && width === 1) return only ? readCell(only) : [];
  const rows: Table['children'] = grid.map((row, y) => ({
    type: 'tableRow',
    children: Array.from({ length: width }, (_, x) => {
      const cell = row[x];
      const line = cell ? toLine(readCell(cell)) : [];
      return { type: 'tableCell', children: y === 0 ? toHeader(line) : line };
    }),
  }));
  const align = Array.from({ length: width }, (_, x) => readAlign((grid[1] ?? first)[x]));
  return [{ type: 'table', align, children: rows }];
}
