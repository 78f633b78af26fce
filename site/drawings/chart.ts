import type { DataSheet } from '../../contract/entry-fields.ts';
import { drawBars, drawDots } from './chart-across.ts';
import { type Body, drawSwatch, type Format, narrowFormat, wideFormat } from './chart-parts.ts';
import { seriesOf } from './chart-scale.ts';
import { drawShare } from './chart-share.ts';
import { drawColumns, drawLines } from './chart-upright.ts';
import { frame, grid, weight } from './drafting.ts';
import { createDrawing, type Drawing } from './drawing.ts';
import { memoizeDrawing } from './memoize-drawing.ts';
import { group, label, path, rect, round, textWidth, tone, wrap } from './svg.ts';

const kinds: Record<DataSheet['kind'], (sheet: DataSheet, top: number, format: Format) => Body> = {
  bar: drawBars,
  dot: drawDots,
  column: drawColumns,
  line: drawLines,
  share: drawShare,
};

/** Draws the legend: the names of the series with their fillings, on as many lines as they need. */
function drawLegend(sheet: DataSheet, top: number, { left, right, text: size }: Format): Body {
  const series = seriesOf(sheet);
  if (series.length < 2 || sheet.kind === 'share') return { body: '', bottom: top };
  let [x, y] = [left, top];
  let body = '';
  for (const [index, { name }] of series.entries()) {
    const width = 42 + textWidth(name, size);
    if (x > left && x + width > right) [x, y] = [left, y + 36];
    body += drawSwatch(sheet.kind, index, x, y) + label(x + 36, y + 17, name, { size, fill: tone.ink });
    x += width + 26;
  }
  return { body, bottom: y + 44 };
}

function draw(sheet: DataSheet, format: Format): Drawing {
  const { width, edge, left, right, text: size, small, line: step } = format;
  const inner = width - 2 * edge;
  const measured = wrap(sheet.scale === 'log' ? `${sheet.unit}, logarithmic scale` : sheet.unit, right - left, size);
  const legend = drawLegend(sheet, 53 + measured.length * step, format);
  const chart = kinds[sheet.kind](sheet, legend.bottom, format);
  const title = wrap(sheet.title, width - 2 * left, size);
  const { source } = sheet;
  const origin = wrap(source.year ? `${source.title}. ${source.year}` : source.title, width - 2 * left, small);
  const foot = chart.bottom + 22;
  const total = foot + 22 + title.length * (step + 3) + origin.length * (step - 1) + 22;
  const words = title.map((text, i) => label(left, foot + 34 + i * (step + 3), text, { size, fill: tone.ink }));
  const below = foot + 34 + title.length * (step + 3);
  words.push(...origin.map((text, i) => label(left, below + i * (step - 1), text, { size: small })));
  return createDrawing(
    `${sheet.title} (${sheet.unit})`,
    width,
    total,
    rect(0, 0, width, total, { fill: tone.ground, stroke: 'none' }),
    grid(edge, edge, inner, foot - edge, 40),
    measured.map((text, i) => label(left, 52 + i * step, text, { size, fill: tone.note })).join(''),
    legend.body,
    group({}, chart.body),
    rect(edge, foot, inner, total - foot - edge, { fill: tone.ground, stroke: 'none' }),
    path(`M${edge} ${round(foot)}h${inner}`, { 'stroke-width': weight.thin }),
    words.join(''),
    frame(width, total, edge),
  );
}

/**
 * Draws one sheet of an infographic, 800 wide and as high as its rows need: the unit and the scale, the chart with its values, and a
 * foot with title, source and year.
 */
export const drawChart = memoizeDrawing((sheet: DataSheet) => draw(sheet, wideFormat));

/** Draws the same sheet for a phone, 440 wide, with larger letters. */
export const drawNarrowChart = memoizeDrawing((sheet: DataSheet) => draw(sheet, narrowFormat));
