import { expect, it } from 'vitest';
import {
  type Grid,
  insertColumn,
  insertRow,
  moveColumn,
  moveRow,
  parseCells,
  pasteCells,
  removeColumn,
  removeRow,
  resizeGrid,
  setCell,
} from './grid.ts';

const grid: Grid = {
  cells: [
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ],
  alignments: ['left', null],
};
const limits = { rows: { min: 1, max: 4 }, columns: { min: 1, max: 3 } };

/** Writes a grid in one line. */
const write = ({ cells }: Grid) => cells.map((row) => row.join(',')).join(' ');

it('rows and columns are added, moved and removed in all rows at once', () => {
  expect(write(insertRow(grid, 1))).toBe('a,b , 1,2 3,4');
  expect(write(moveRow(grid, 2, -1))).toBe('a,b 3,4 1,2');
  expect(write(removeRow(grid, 1))).toBe('a,b 3,4');
  expect(write(insertColumn(grid, 1))).toBe('a,,b 1,,2 3,,4');
  expect(write(removeColumn(grid, 0))).toBe('b 2 4');
  expect(write(resizeGrid(grid, 1, 3))).toBe('a,b, 1,2,');
  expect(moveColumn(grid, 0, 1)).toEqual({
    cells: [
      ['b', 'a'],
      ['2', '1'],
      ['4', '3'],
    ],
    alignments: [null, 'left'],
  });
});

it('a change keeps the rows that it does not touch', () => {
  expect(setCell(grid, 1, 0, 'x').cells[2]).toBe(grid.cells[2]);
  expect(resizeGrid(grid, 3, 2).cells[1]).toBe(grid.cells[1]);
  expect(pasteCells(grid, 1, 0, [['x']], limits).cells[2]).toBe(grid.cells[2]);
});

it('pasted cells overwrite and extend a grid up to its limits', () => {
  const pasted = parseCells('x\ty\r\nz\tw\r\n');
  expect(write(pasteCells(grid, 1, 0, pasted, limits))).toBe('a,b x,y z,w');
  expect(write(pasteCells(grid, 2, 1, pasted, limits))).toBe('a,b, 1,2, 3,x,y ,z,w');
  const large = Array.from({ length: 9 }, () => ['p', 'q', 'r', 's', 't']);
  const filled = pasteCells(grid, 0, 0, large, limits);
  expect(filled.cells.map((row) => row.length)).toEqual([3, 3, 3, 3, 3]);
});

it.each([
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\r\n\tb\r\n',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  [
    '"two\nlines"\t"say ""it"""\n5"\tx',
    [
      ['two\nlines', 'say "it"'],
      ['5"', 'x'],
    ],
  ],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['one', [['one']]],
])('%j of a spreadsheet has the cells %j', (text, cells) => {
  expect(parseCells(text)).toEqual(cells);
});
