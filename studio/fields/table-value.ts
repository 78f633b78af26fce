import type { Grid } from '../grid/grid.ts';

type CellValue = string | number;

/** The table of a chart: the names of its columns, and rows of a label and numbers. */
export interface TableValue {
  columns: string[];
  rows: CellValue[][];
}

/** Returns the table in a group; what is missing is empty. */
export function readTableValue(group: Record<string, unknown>): TableValue {
  const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);
  const toCell = (cell: unknown) => (typeof cell === 'number' ? cell : String(cell ?? ''));
  return { columns: list(group.columns).map(String), rows: list(group.rows).map((row) => list(row).map(toCell)) };
}

/** Returns a table as a grid, whose header is the names of the columns. */
export function toGrid({ columns, rows }: TableValue): Grid {
  const cells = [columns, ...rows.map((row) => columns.map((_, index) => String(row[index] ?? '')))];
  return { cells, alignments: columns.map(() => null) };
}

/**
 * Returns the number that a text says; null for no number. Spaces and commas between thousands are left out, because
 * spreadsheets write them.
 */
export function parseNumber(text: string): number | null {
  const plain = text.replace(/[\s\u202f]/g, '').replace(/^\u2212/, '-');
  const digits = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  return /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(digits) ? Number(digits) : null;
}

/**
 * Returns the table of a grid. Labels stay texts, except where the labels of `before` are numbers, such as years. Other
 * cells are numbers; a text that says none stays, so that nothing typed is lost.
 */
export function toTable({ cells: [columns = [], ...rows] }: Grid, before: TableValue): TableValue {
  const hasNumbers = before.rows.some(([label]) => typeof label === 'number');
  const toLabel = (text: string) => (hasNumbers && String(Number(text)) === text ? Number(text) : text);
  return {
    columns: [...columns],
    rows: rows.map(([label = '', ...cells]) => [toLabel(label), ...cells.map((cell) => parseNumber(cell) ?? cell)]),
  };
}

/** Returns what is wrong with a cell of a grid, whose row 0 is the header. An empty row is not wrong yet. */
export function findCellError({ cells }: Grid, row: number, column: number): string | undefined {
  const text = cells[row]?.[column]?.trim() ?? '';
  if (row === 0 || column === 0 || parseNumber(text) !== null) return undefined;
  if (text !== '') return /^-?\d+,\d+$/.test(text) ? 'Write decimals with a point.' : 'This is no number.';
  return cells[row]?.some((cell) => cell.trim() !== '') ? 'A number is needed.' : undefined;
}
