/** Returns a list whose item at an index has moved by a number of places. */
export function moveItem<T>(list: readonly T[], index: number, step: number): T[] {
  const copy = [...list];
  copy.splice(index + step, 0, ...copy.splice(index, 1));
  return copy;
}

export type Alignment = 'left' | 'center' | 'right' | null;

/** Cells in rows of equal length. The first row is the header. */
export interface Grid {
  readonly cells: readonly (readonly string[])[];
  /** How the text of each column is aligned; null: as the page does. */
  readonly alignments: readonly Alignment[];
}

/** How many rows below the header, and how many columns a grid may have. */
export interface GridLimits {
  rows: { min: number; max: number };
  columns: { min: number; max: number };
}

type List<T> = readonly T[];

const insertAt = <T>(list: List<T>, at: number, item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)];
const removeAt = <T>(list: List<T>, at: number): T[] => list.filter((_, index) => index !== at);

/** Changes the columns of all rows, and their alignments, in the same way. */
function changeColumns({ cells, alignments }: Grid, change: <T>(list: List<T>, blank: T) => T[]): Grid {
  return { cells: cells.map((row) => change(row, '')), alignments: change(alignments, null) };
}

export function getWidth({ cells }: Grid): number {
  return cells[0]?.length ?? 0;
}

export function setCell(grid: Grid, row: number, column: number, text: string): Grid {
  const change = (cells: List<string>) => cells.map((cell, index) => (index === column ? text : cell));
  return { ...grid, cells: grid.cells.map((cells, index) => (index === row ? change(cells) : cells)) };
}

/** Inserts an empty row before the row `at`. */
export function insertRow(grid: Grid, at: number): Grid {
  return {
    ...grid,
    cells: insertAt(
      grid.cells,
      at,
      Array.from({ length: getWidth(grid) }, () => ''),
    ),
  };
}

export function removeRow(grid: Grid, at: number): Grid {
  return { ...grid, cells: removeAt(grid.cells, at) };
}

export function moveRow(grid: Grid, at: number, step: number): Grid {
  return { ...grid, cells: moveItem(grid.cells, at, step) };
}

/** Inserts an empty column before the column `at`. */
export function insertColumn(grid: Grid, at: number): Grid {
  return changeColumns(grid, (list, blank) => insertAt(list, at, blank));
}

export function removeColumn(grid: Grid, at: number): Grid {
  return changeColumns(grid, (list) => removeAt(list, at));
}

export function moveColumn(grid: Grid, at: number, step: number): Grid {
  return changeColumns(grid, (list) => moveItem(list, at, step));
}

/** Returns a list of a length: items are left out or added at its end. */
const fitLength = <T>(list: List<T>, length: number, blank: T) => Array.from({ length }, (_, at) => list[at] ?? blank);

/** Adds or removes rows below the header, and columns, at the end until the grid has a size. */
export function resizeGrid(grid: Grid, rows: number, columns: number): Grid {
  const hasWidth = getWidth(grid) === columns;
  const sized = hasWidth ? grid : changeColumns(grid, (list, blank) => fitLength(list, columns, blank));
  const blank = fitLength<string>([], columns, '');
  return { ...sized, cells: fitLength(sized.cells, rows + 1, blank) };
}

/**
 * Writes pasted cells over a grid from a cell on. The grid grows as far as its limits allow; what goes beyond is left
 * out.
 */
export function pasteCells(
  grid: Grid,
  row: number,
  column: number,
  pasted: List<List<string>>,
  limits: GridLimits,
): Grid {
  const width = Math.max(...pasted.map((cells) => cells.length));
  const columns = Math.max(getWidth(grid), Math.min(limits.columns.max, column + width));
  const rows = Math.max(grid.cells.length - 1, Math.min(limits.rows.max, row + pasted.length - 1));
  const grown = resizeGrid(grid, rows, columns);
  const cells = grown.cells.map((old, y) => {
    const written = pasted[y - row];
    return written ? old.map((cell, x) => written[x - column] ?? cell) : old;
  });
  return { ...grown, cells };
}

/**
 * Returns the cells of a text that a spreadsheet has copied: rows are lines, and cells are separated by tabs. A cell
 * with line breaks, tabs or quotes is quoted, as in RFC 4180.
 */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r?\n|\r|$)/y;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '\t' && cell.lastIndex === text.length) rows.at(-1)?.push('');
    if (end !== '\t' && cell.lastIndex < text.length) rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}
