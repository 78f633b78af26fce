import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { DataSheet, Schematic } from '../../contract/content/entry-fields.ts';
import { findLowContrast } from '../../testing/find-low-contrast.ts';
import { drawChart, drawNarrowChart } from './chart.ts';
import { createSvgDocument } from './drawing.ts';
import { drawNarrowSchematic, drawSchematic } from './schematic.ts';

type Figure = [name: string, svg: string];

const content = join(import.meta.dirname, '../../content');
const figures = readdirSync(join(content, 'media'))
  .filter((name) => name.endsWith('.svg'))
  .map((name): Figure => [name, readFileSync(join(content, 'media', name), 'utf8')]);

/** Returns the front matter of every entry in a folder of the demo company. */
function readFields<T>(folder: string): [name: string, fields: T][] {
  return readdirSync(join(content, folder)).map((name) => {
    const head = readFileSync(join(content, folder, name), 'utf8').split(/^---$/m)[1] ?? '';
    return [name, parse(head) as T];
  });
}

const charts = readFields<{ sheets: DataSheet[] }>('infographics').flatMap(([name, { sheets }]) =>
  sheets.flatMap((sheet): Figure[] => {
    const whole = { ...sheet, scale: sheet.scale ?? 'linear' };
    return [
      [`${name}, ${sheet.title}`, createSvgDocument(drawChart(whole))],
      [`${name}, ${sheet.title}, narrow`, createSvgDocument(drawNarrowChart(whole))],
    ];
  }),
);

const schematics = ['services', 'microservices'].flatMap((folder) =>
  readFields<{ schematic: Schematic }>(folder).flatMap(([name, { schematic }]): Figure[] => [
    [`${folder}/${name}`, createSvgDocument(drawSchematic(schematic))],
    [`${folder}/${name}, narrow`, createSvgDocument(drawNarrowSchematic(schematic))],
  ]),
);

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('finds a text, a line and a border that are too faint', () => {
    const svg =
      '<svg><line x1="1" y1="1" x2="9" y2="1" stroke="var(--ink)" stroke-opacity="0.3"/><rect x="1" y="1" width="9" height="9" fill="none" stroke="var(--accent-wash)"/><text x="1" y="9" fill="var(--line)">a</text></svg>';
    expect(findLowContrast(svg, theme)).toHaveLength(3);
  });

  it.each([...figures, ...charts, ...schematics])('%s has text of 4.5:1 and lines of 3:1', (_, svg) => {
    expect(findLowContrast(svg, theme)).toEqual([]);
  });
});
