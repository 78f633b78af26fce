import { expect, it } from 'vitest';
import { findCellError, parseNumber, readTableValue, toGrid, toTable } from './table-value.ts';

it.each([
  ['12', 12],
  ['-1.50', -1.5],
  ['\u2212 3', -3],
  ['1,234,567.8', 1_234_567.8],
  ['1 234', 1_234],
  ['2e3', 2_000],
  ['3,5', null],
  ['12 %', null],
  ['', null],
])('%j says the number %j', (text, number) => expect(parseNumber(text)).toBe(number));

it('a table keeps what it does not change, and what is no number stays as it was typed', () => {
  const table = readTableValue({ columns: ['Year', 'Litres'], rows: [[1994, 7], [2001]] });
  const grid = toGrid(table);
  expect(grid.cells).toEqual([
    ['Year', 'Litres'],
    ['1994', '7'],
    ['2001', ''],
  ]);
  expect(toTable(grid, table).rows).toEqual([
    [1994, 7],
    [2001, ''],
  ]);
  const texts = readTableValue({ columns: ['Pump', 'Litres'], rows: [['1994', 7]] });
  expect(toTable({ ...grid, cells: [...toGrid(texts).cells, ['North', 'abc']] }, texts).rows).toEqual([
    ['1994', 7],
    ['North', 'abc'],
  ]);
  expect(readTableValue({ columns: 'x', rows: null })).toEqual({ columns: [], rows: [] });
});

it('each cell after the label must be a number, as soon as its row has begun', () => {
  const cells = [
    ['Pump', 'Litres', 'Hours'],
    ['North', '3,5', ''],
    ['', '', ''],
    ['South', 'many', '1'],
  ];
  const findError = (row: number, column: number) => findCellError({ cells, alignments: [] }, row, column);
  expect(findError(1, 0)).toBeUndefined();
  expect(findError(1, 1)).toBe('Write decimals with a point.');
  expect(findError(1, 2)).toBe('A number is needed.');
  expect(findError(2, 1)).toBeUndefined();
  expect(findError(3, 1)).toBe('This is no number.');
  expect(findError(0, 1)).toBeUndefined();
});
