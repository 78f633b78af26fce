import { expect, test } from 'vitest';
import { expectWellFormed } from '../../testing/well-formed.ts';
import { createSvgDocument } from './drawing.ts';
import { drawNarrowSchematic, drawSchematic } from './schematic.ts';
import { layOutSchematic, narrowSchematicFormat } from './schematic-layout.ts';

const schematic = {
  nodes: [
    { id: 'a', label: 'A client', column: 0 },
    { id: 'b', label: 'A rather long name for one box', column: 1 },
    { id: 'c', label: 'PostgreSQL primary', column: 1 },
    { id: 'd', label: 'Archive & <store>', column: 3 },
  ],
  links: [
    ['a', 'b', 'HTTPS'],
    ['a', 'c'],
    ['a', 'd', 'every 60 s'],
    ['b', 'c', 'same column'],
    ['d', 'b', 'back'],
  ] as [string, string, string][],
};

test('boxes never overlap and stay on the sheet', () => {
  const { boxes } = layOutSchematic(schematic);
  expect(boxes).toHaveLength(4);
  for (const [i, box] of boxes.entries()) {
    expect(box.x).toBeGreaterThan(12);
    expect(box.x + box.width).toBeLessThan(788);
    for (const other of boxes.slice(i + 1))
      expect(box.y !== other.y || box.x + box.width < other.x || other.x + other.width < box.x).toBe(true);
  }
});

test('links run at right angles only, and each is drawn', () => {
  const { routes } = layOutSchematic(schematic);
  expect(routes).toHaveLength(5);
  for (const { points } of routes) {
    expect(points.length).toBeGreaterThan(1);
    for (const [i, [x, y]] of points.slice(1).entries()) {
      const [px, py] = points[i] as [number, number];
      expect(Math.min(Math.abs(x - px), Math.abs(y - py))).toBeLessThan(1.01);
    }
  }
});

test('letters are at least 20 units high, every word is there, and the document is well-formed', () => {
  const svg = createSvgDocument(drawSchematic(schematic));
  expectWellFormed(svg);
  for (const [, size] of svg.matchAll(/font-size="([\d.]+)"/g)) expect(Number(size)).toBeGreaterThanOrEqual(20);
  for (const word of ['HTTPS', 'every 60 s', 'same column', 'back']) expect(svg).toContain(`>${word}<`);
});

test('the narrow drawing has at most two boxes beside one another, and all of them on its paper', () => {
  const wide = { ...schematic, nodes: [...schematic.nodes, { id: 'e', label: 'A third box', column: 1 }] };
  const { boxes, routes } = layOutSchematic(wide, narrowSchematicFormat);
  expect(boxes).toHaveLength(5);
  expect(routes.every(({ points }) => points.length > 1)).toBe(true);
  for (const { x, y, width } of boxes) {
    expect(boxes.filter((other) => other.y === y).length).toBeLessThanOrEqual(2);
    expect(x).toBeGreaterThan(4);
    expect(x + width).toBeLessThan(456);
  }
  expectWellFormed(createSvgDocument(drawNarrowSchematic(wide)));
});
