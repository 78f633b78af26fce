import { expect, it } from 'vitest';
import type { DataSheet, Schematic } from '../../contract/entry-fields.ts';
import { drawChartCover } from './chart.ts';
import { createCoverDocument, fitIntoCover } from './cover.ts';
import { createDrawing } from './drawing.ts';
import { outlineLabels } from './outline-labels.ts';
import { drawSchematicCover } from './schematic-cover.ts';
import { drawLabel, drawRect } from './svg.ts';

const drawingOf = (...parts: string[]) => createDrawing('A drawing', 400, 420, ...parts);

it('draws letters as outlines of the site, in the colours of the drawing', () => {
  const svg = createCoverDocument(drawingOf(drawLabel(10, 20, 'Edge & core', { fill: 'var(--ink, #17211b)' })));
  expect(svg).not.toContain('<text');
  expect(svg).toMatch(
    /<path d="M[^"]+z" transform="translate\(10\.0 20\.0\) scale\(0\.2292\)" fill="var\(--ink, #17211b\)"/,
  );
});

it('centres and turns a label as the text was', () => {
  const { marks } = outlineLabels(drawingOf(drawLabel(100, 50, 'ab', { size: 10, anchor: 'middle', rotate: -90 })));
  // Two letters of 0.71 em are 14.2 wide.
  expect(marks).toContain('transform="rotate(-90 100 50) translate(92.9 50.0)');
});

it('leaves a label with a character that the fonts lack as text', () => {
  const { marks } = outlineLabels(drawingOf(drawLabel(0, 0, 'Ω')));
  expect(marks).toContain('>Ω</text>');
});

it('shows the whole of a drawing of another shape', () => {
  const { width, height, marks } = fitIntoCover(createDrawing('High', 400, 840, drawRect(0, 0, 400, 840)));
  expect({ width, height }).toEqual({ width: 800, height: 420 });
  expect(marks).toContain('translate(300.0 0.0) scale(0.5000)');
});

const schematic = (count: number): Schematic => ({
  nodes: Array.from({ length: count }, (_, index) => ({ id: `n${index}`, label: `Part ${index + 1}`, column: index })),
  links: Array.from({ length: count - 1 }, (_, index) => [`n${index}`, `n${index + 1}`]),
});

it.each([
  ['lists all parts of a schematic', 5, 5, ''],
  ['ends a list without room for all parts with their number', 20, 11, '9 MORE'],
])('%s', (_, count, listed, end) => {
  const { marks, width, height } = drawSchematicCover(schematic(count));
  expect({ width, height }).toEqual({ width: 800, height: 420 });
  expect(marks.match(/>PART \d+<\/text>/g)).toHaveLength(listed);
  expect(marks).toContain(end);
});

it.each([3, 12])('shows all %i rows of a chart', (rows) => {
  const sheet: DataSheet = {
    title: 'A sheet',
    kind: 'bar',
    unit: 'metres',
    scale: 'linear',
    columns: ['Row', 'Length'],
    rows: Array.from({ length: rows }, (_, index) => [`Row ${index + 1}`, index + 1]),
    source: { title: 'Computed' },
  } as DataSheet;
  const { marks } = drawChartCover(sheet);
  const scale = Number(/scale\(([\d.]+)\)/.exec(marks)?.[1]);
  const at = Number(/translate\([\d.]+ ([\d.]+)\)/.exec(marks)?.[1]);
  const lowest = Math.max(...[...marks.matchAll(/<rect [^>]*y="([\d.]+)"[^>]*height="30"/g)].map(([, y]) => Number(y)));
  expect(marks.match(/>Row \d+<\/text>/g)).toHaveLength(rows);
  expect(at + (lowest + 30) * scale).toBeLessThan(404);
});
