import type { EditorState } from '@codemirror/state';
import type { Alignment, Grid } from '../../grid/grid.ts';
import { findNode, type SyntaxNode } from './find-node.ts';

/** A table of the text. The first row of its grid is the header. */
export interface FoundTable {
  from: number;
  to: number;
  grid: Grid;
  /** Returns the Markdown of a changed grid. Rows that are the same keep every byte. */
  write(grid: Grid): string;
}

/** Returns the cells of a line; a backslash before `|` keeps it in its cell, as in GitHub-flavoured Markdown. */
function splitRow(line: string): string[] {
  const cells: string[] = [''];
  for (const [part] of line.trim().matchAll(/\\[\\|]|[^\\|]+|\||\\/g)) {
    if (part === '|') cells.push('');
    else cells[cells.length - 1] += part;
  }
  if (cells[0]?.trim() === '') cells.shift();
  if (cells.length > 1 && cells.at(-1)?.trim() === '') cells.pop();
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function readAlignment(cell: string): Alignment {
  const [isLeft, isRight] = [cell.startsWith(':'), cell.endsWith(':')];
  if (isLeft && isRight) return 'center';
  return isRight ? 'right' : isLeft ? 'left' : null;
}

const delimiters = { left: ':---', center: ':---:', right: '---:' } as const;

function writeRow(cells: readonly string[]): string {
  const written = cells.map((cell) =>
    cell
      .replace(/\s*\n\s*/g, ' ')
      .trim()
      .replaceAll('|', '\\|'),
  );
  return `|${written.map((cell) => (cell ? ` ${cell} |` : '  |')).join('')}`;
}

function writeDelimiter(alignments: readonly Alignment[]): string {
  return writeRow(alignments.map((alignment) => (alignment ? delimiters[alignment] : '---')));
}

/** Returns the Markdown of a new table. */
export function writeTable({ cells: [header = [], ...rows], alignments }: Grid): string {
  return [writeRow(header), writeDelimiter(alignments), ...rows.map(writeRow)].join('\n');
}

/** Gives a row as many cells as the header has. */
const fitRow = (cells: readonly string[], width: number) => Array.from({ length: width }, (_, at) => cells[at] ?? '');

/** Returns the table that holds the cursor; null without one. */
export function findTable(state: EditorState): FoundTable | null {
  const node = findNode(state, ['Table']);
  return node && readTable(state, node);
}

/** Returns the table of a node of the syntax tree; null for one that is not complete. */
export function readTable(state: EditorState, node: SyntaxNode): FoundTable | null {
  const [header] = node.getChildren('TableHeader');
  const delimiter = node.getChild('TableDelimiter');
  if (!header || !delimiter) return null;
  const sliceLine = ({ from }: SyntaxNode) => state.sliceDoc(from, state.doc.lineAt(from).to);
  const lines = [header, ...node.getChildren('TableRow')].map(sliceLine);
  const width = splitRow(lines[0] ?? '').length;
  const cells = lines.map((line) => fitRow(splitRow(line), width));
  const alignments = fitRow(splitRow(sliceLine(delimiter)), width).map(readAlignment);
  const sources = new Map<readonly string[], string>(cells.map((row, index) => [row, lines[index] ?? '']));
  // The prefix of each line of a table in a quotation or a list.
  const linePrefix = state.sliceDoc(state.doc.lineAt(delimiter.from).from, delimiter.from);
  const oldDelimiter = sliceLine(delimiter);
  return {
    from: node.from,
    to: state.doc.lineAt(node.to).to,
    grid: { cells, alignments },
    write: (grid) => {
      const [first = '', ...others] = grid.cells.map((row) => sources.get(row) ?? writeRow(row));
      const isSame = grid.alignments.join() === alignments.join();
      return [first, isSame ? oldDelimiter : writeDelimiter(grid.alignments), ...others].join(`\n${linePrefix}`);
    },
  };
}
