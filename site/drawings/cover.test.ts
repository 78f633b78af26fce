import { expect, it } from 'vitest';
import type { DataSheet, Schematic } from '../../contract/content/entry-fields.ts';
import { drawChartCover } from './chart.ts';
import { createDrawing } from './drawing.ts';
import { replaceLabelsWithLines } from './replace-labels.ts';
import { drawSchematicCover } from './schematic-cover.ts';
import { drawLabel, tone } from './svg.ts';

const replaceLabels = (...labels: string[]) =>
  replaceLabelsWithLines(createDrawing('A drawing', 400, 420, ...labels)).marks;

it('has a line of the width and colour of each label instead of letters', () => {
  expect(replaceLabels(drawLabel(10, 20, 'A & core', { size: 10, fill: tone.note }))).toBe(
    `<path d="M10 17h56" stroke="${tone.note}" stroke-width="3" stroke-opacity=".4"/>`,
  );
});

it('centres and turns a line as the label was', () => {
  expect(replaceLabels(drawLabel(100, 50, 'abcd', { size: 10, anchor: 'middle', rotate: -90 }))).toContain(
    'd="M86 47h28" transform="rotate(-90 100 50)"',
  );
});

it('omits the numbers of callouts', () => {
  expect(replaceLabels(drawLabel(0, 0, '12'), drawLabel(0, 0, '&amp'))).toContain('<path');
  expect(replaceLabels(drawLabel(0, 0, '12'))).toBe('');
});

const createSchematic = (count: number): Schematic => ({
  nodes: Array.from({ length: count }, (_, index) => ({ id: `n${index}`, label: `Part ${index + 1}`, column: index })),
  links: Array.from({ length: count - 1 }, (_, index) => [`n${index}`, `n${index + 1}`]),
});

const findTransform = (marks: string) =>
  (/(?:matrix|translate)\(([^)]*)\)/.exec(marks)?.[1] ?? '').split(' ').map(Number);

it.each([2, 8, 20])('shows all %i parts of a schematic within its frame, without letters', (count) => {
  const { marks, width, height } = drawSchematicCover(createSchematic(count));
  expect({ width, height }).toEqual({ width: 800, height: 420 });
  expect(marks).not.toContain('<text');
  const [, scale = 0, , , left = 0] = findTransform(marks);
  const tops = [...marks.matchAll(/<rect x="[\d.]+" y="([\d.]+)" width="[\d.]+" height="92"/g)].map(([, y]) =>
    Number(y),
  );
  expect(tops).toHaveLength(count);
  expect(left + Math.min(...tops) * scale).toBeGreaterThan(16);
  expect(left + (Math.max(...tops) + 92) * scale).toBeLessThan(784);
});

it('fills the part of a schematic that has most links', () => {
  const { marks } = drawSchematicCover(createSchematic(3));
  expect(marks.match(/<rect [^>]*height="92" fill="var\(--accent/g)).toHaveLength(1);
});

const kinds = ['bar', 'dot', 'column', 'line', 'share'] as const;

it.each(kinds.flatMap((kind) => [3, 12].map((rows) => [kind, rows] as const)))(
  'shows a chart of the kind %s with %i rows as high as its frame, without letters',
  (kind, rows) => {
    const sheet: DataSheet = {
      title: 'A sheet',
      kind,
      unit: 'metres',
      scale: 'linear',
      columns: ['Row', 'Length'],
      rows: Array.from({ length: rows }, (_, index) => [`Row ${index + 1}`, index + 1]),
      source: { title: 'Computed' },
    };
    const { marks } = drawChartCover(sheet);
    expect(marks).not.toMatch(/<text|NaN|Infinity/);
    const [, y = 0] = /translate\([\d.-]+ ([\d.-]+)\)/.exec(marks)?.slice(0, 2).map(Number) ?? [];
    expect(y).toBeLessThan(388);
  },
);
