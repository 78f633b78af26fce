import { expect, it } from 'vitest';
import { addNode, changeLink, type Graph, readGraph, removeNode, renameNode } from './graph-value.ts';

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
