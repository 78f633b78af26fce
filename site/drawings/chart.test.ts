import { describe, expect, test } from 'vitest';
import type { DataSheet } from '../../contract/content/entry-fields.ts';
import { expectWellFormed } from '../../testing/well-formed.ts';
import { drawChart as draw, drawNarrowChart } from './chart.ts';
import { createScale, formatFigure } from './chart-scale.ts';
import { createSvgDocument } from './drawing.ts';

function buildSheet(changes: Partial<DataSheet> = {}): DataSheet {
  return {
    title: 'Made for a test',
    kind: 'bar',
    unit: 'minutes',
    scale: 'linear',
    columns: ['What', 'First'],
    rows: [
      ['a', 10],
      ['b', 20],
      ['c', 40],
    ],
    source: { title: 'Computed' },
    ...changes,
  };
}

const drawChart = (sheet: DataSheet) => createSvgDocument(draw(sheet));

/** Sizes of the rectangles of one series, in the order of the rows. */
function readSizes(svg: string, series: number, side: 'width' | 'height'): number[] {
  const marks = new RegExp(`<g data-series="${series}">(.*?)</g>`).exec(svg)?.[1] ?? '';
  return [...marks.matchAll(new RegExp(`<rect [^>]*?${side}="([\\d.]+)"`, 'g'))].map((match) => Number(match[1]));
}

/** The horizontal positions of the points of the first series. */
function readPointPositions(svg: string): number[] {
  const marks = /<g data-series="0">(.*?)<\/g>/.exec(svg)?.[1] ?? '';
  return [...marks.matchAll(/<circle cx="([\d.]+)"/g)].map((match) => Number(match[1]));
}

const long = 'A label so long that it has to be broken over more than one line wherever it is put in the drawing';
const kinds = ['bar', 'column', 'line', 'dot', 'share'] as const;

describe('charts', () => {
  test('bars are as long as their values', () => {
    const [a, b, c] = readSizes(drawChart(buildSheet()), 0, 'width') as [number, number, number];
    expect(b / a).toBeCloseTo(2, 1);
    expect(c / a).toBeCloseTo(4, 1);
  });

  test('a bar of a negative value is as long as its value', () => {
    const rows: DataSheet['rows'] = [
      ['a', -20],
      ['b', 10],
      ['c', 40],
    ];
    const [a, b, c] = readSizes(drawChart(buildSheet({ rows })), 0, 'width') as [number, number, number];
    expect(a / b).toBeCloseTo(2, 1);
    expect(c / b).toBeCloseTo(4, 1);
  });

  test('columns are as high as their values', () => {
    const [a, b, c] = readSizes(drawChart(buildSheet({ kind: 'column' })), 0, 'height') as [number, number, number];
    expect(b / a).toBeCloseTo(2, 1);
    expect(c / a).toBeCloseTo(4, 1);
  });

  test('parts of a whole fill the bar between them', () => {
    const parts = readSizes(
      drawChart(
        buildSheet({
          kind: 'share',
          rows: [
            ['a', 1],
            ['b', 1],
            ['c', 2],
          ],
        }),
      ),
      0,
      'width',
    );
    expect(parts).toEqual([180, 180, 360]);
  });

  test('each power of ten is the same distance on a logarithmic scale', () => {
    const [a, b, c] = readPointPositions(
      drawChart(
        buildSheet({
          kind: 'dot',
          scale: 'log',
          rows: [
            ['a', 10],
            ['b', 100],
            ['c', 1000],
          ],
        }),
      ),
    ) as [number, number, number];
    expect(b - a).toBeCloseTo(c - b, 0);
  });

  test('a zero on a logarithmic scale is written and has no dot', () => {
    const svg = drawChart(
      buildSheet({
        kind: 'dot',
        scale: 'log',
        rows: [
          ['a', 0],
          ['b', 100],
        ],
      }),
    );
    expect(readPointPositions(svg)).toHaveLength(1);
    expect(svg).toMatch(/>0<\/text>/);
  });

  test('every value is written out with its thousands apart', () => {
    const svg = drawChart(
      buildSheet({
        rows: [
          ['a', 1234567],
          ['b', 5256.5],
        ],
      }),
    );
    expect(svg).toContain('>1,234,567<');
    expect(svg).toContain('>5,256.5<');
    expect(formatFigure(4294967296)).toBe('4,294,967,296');
  });

  test('lengths begin at zero and lines say when they do not', () => {
    expect(
      createScale(
        buildSheet({
          rows: [
            ['a', 98],
            ['b', 99],
          ],
        }),
      ).low,
    ).toBe(0);
    expect(
      createScale(
        buildSheet({
          kind: 'line',
          rows: [
            ['a', 98],
            ['b', 99],
          ],
        }),
      ).isBroken,
    ).toBe(true);
  });

  test('the figures of lines stand on no marker, where lines begin, cross and end together', () => {
    const rows: DataSheet['rows'] = [
      ['a', 100, 100],
      ['b', 72, 96],
      ['c', 88, 85],
      ['d', 60, 58],
    ];
    const sheet = buildSheet({ kind: 'line', columns: ['What', 'First', 'Second'], rows });
    for (const svg of [drawChart(sheet), createSvgDocument(drawNarrowChart(sheet))]) {
      const [, circles = '', squares = ''] =
        /<g data-series="0">(.*?)<\/g>.*<g data-series="1">(.*?)<\/g>/.exec(svg) ?? [];
      const readBoxes = (text: string, tag: string, names: string[]) =>
        [...text.matchAll(new RegExp(`<${tag} [^>]*>`, 'g'))].map(([mark]) =>
          names.map((name) => Number(new RegExp(` ${name}="([-\\d.]+)"`).exec(mark)?.[1])),
        ) as number[][];
      const markers = [
        ...readBoxes(circles, 'circle', ['cx', 'cy', 'r']),
        ...readBoxes(squares, 'rect', ['x', 'y', 'width']).map(([x = 0, y = 0, side = 0]) => [
          x + side / 2,
          y + side / 2,
          side / 2,
        ]),
      ];
      expect(markers).toHaveLength(8);
      const figures = [...svg.matchAll(/<rect [^>]*height="22"[^>]*stroke="none"[^>]*>(?=<text)/g)].flatMap(([box]) =>
        readBoxes(box, 'rect', ['x', 'y', 'width', 'height']),
      );
      expect(figures.length).toBeGreaterThanOrEqual(6);
      const covered = figures.filter(([x = 0, y = 0, width = 0, height = 0]) =>
        markers.some(
          ([cx = 0, cy = 0, r = 0]) => cx + r > x && cx - r < x + width && cy + r > y && cy - r < y + height,
        ),
      );
      expect(covered).toEqual([]);
    }
  });

  test('unit, source and title are written, and a legend where there are several series', () => {
    const svg = drawChart(
      buildSheet({
        columns: ['What', 'Rome', 'Paris'],
        rows: [
          ['a', 1, 2],
          ['b', 3, 4],
        ],
      }),
    );
    for (const word of ['minutes', 'Made for a test', 'Computed', 'Rome', 'Paris']) expect(svg).toContain(`>${word}<`);
    expect(drawChart(buildSheet())).not.toContain('>First<');
  });

  test.each(kinds)('%s holds from 2 to 40 rows, 1 to 3 series, long labels and zeros, on both scales', (kind) => {
    for (const scale of ['linear', 'log'] as const) {
      for (const rows of [2, 7, 40]) {
        for (const series of [1, 2, 3]) {
          const columns = ['What', 'One', 'Two', 'Three'].slice(0, series + 1);
          const createRow = (i: number) => [
            i % 3 ? `Row ${i} & <more>` : long,
            ...[i, i * i * 1000, 0.04 * i].slice(0, series),
          ];
          const svg = drawChart(
            buildSheet({ kind, scale, columns, rows: Array.from({ length: rows }, (_, i) => createRow(i)) }),
          );
          expectWellFormed(svg);
          for (const [, width] of svg.matchAll(/<rect [^>]*? width="(-?[\d.]+)"/g))
            expect(Number(width)).toBeGreaterThanOrEqual(0);
          expect(svg).toMatch(/viewBox="0 0 800 \d+/);
        }
      }
    }
  });

  test.each(kinds)('%s for phones has letters of 18 units or more, and every word on the paper', (kind) => {
    const rows = [2, 7, 12].map((count) =>
      Array.from({ length: count }, (_, i) => [i % 3 ? `Row ${i}` : long, i, 900]),
    );
    for (const sheet of rows.map((each) => buildSheet({ kind, columns: ['What', 'One', 'Two'], rows: each }))) {
      const svg = createSvgDocument(drawNarrowChart(sheet));
      expectWellFormed(svg);
      for (const [, x, size, rest, text] of svg.matchAll(
        /<text [^>]*?x="([-\d.]+)"[^>]*?font-size="([\d.]+)"([^>]*)>([^<]*)</g,
      )) {
        const width = (text as string).length * Number(size) * 0.7;
        const anchor = /text-anchor="(\w+)"/.exec(rest as string)?.[1];
        const start = Number(x) - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0);
        expect(Number(size), text).toBeGreaterThanOrEqual(18);
        expect(start, text).toBeGreaterThanOrEqual(0);
        expect(start + width, text).toBeLessThanOrEqual(460);
      }
    }
  });

  test('values that are all zero still draw', () => {
    for (const kind of kinds)
      expectWellFormed(
        drawChart(
          buildSheet({
            kind,
            rows: [
              ['a', 0],
              ['b', 0],
            ],
          }),
        ),
      );
  });
});
