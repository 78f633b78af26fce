import { expect, it } from 'vitest';
import { addNode, changeLink, type Graph, readGraph, removeNode, renameNode } from './graph-value.ts';
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

const graph: Graph = {
  nodes: [
    { id: 'visitor', label: 'Visitor', column: 0 },
    { id: 'db', label: 'Database', column: 2 },
  ],
  links: [
    ['visitor', 'db', 'reads'],
    ['db', 'visitor'],
  ],
};

it('an id that was made from its label follows it, in links too, and any other stays', () => {
  const renamed = renameNode(graph, 0, 'Guest, signed in');
  expect(renamed.nodes[0]).toMatchObject({ id: 'guest-signed-in', label: 'Guest, signed in' });
  expect(renamed.links).toEqual([
    ['guest-signed-in', 'db', 'reads'],
    ['db', 'guest-signed-in'],
  ]);
  expect(renameNode(graph, 1, 'Store').nodes[1]?.id).toBe('db');
});

it('a new node gets an id that no other has, also while its label is typed', () => {
  const added = addNode(addNode(graph));
  expect(added.nodes.map(({ id }) => id)).toEqual(['visitor', 'db', 'node', 'node-2']);
  expect(added.nodes[3]?.column).toBe(2);
  expect(renameNode(added, 3, 'Visitor').nodes[3]?.id).toBe('visitor-2');
});

it('a node is removed with its links', () => {
  expect(removeNode(graph, 1)).toEqual({ nodes: [graph.nodes[0]], links: [] });
});

it('a link is changed at one end, and loses empty words', () => {
  expect(changeLink(graph, 0, { text: '' }).links[0]).toEqual(['visitor', 'db']);
  expect(changeLink(graph, 1, { to: 'db' }).links).toEqual([
    ['visitor', 'db', 'reads'],
    ['db', 'db'],
  ]);
});

it('reads what a file has, also where it is incomplete', () => {
  expect(readGraph({ nodes: [{ id: 'a' }], links: [['a']] })).toEqual({
    nodes: [{ id: 'a', label: '', column: 0 }],
    links: [['a', '']],
  });
  expect(readGraph({})).toEqual({ nodes: [], links: [] });
});
