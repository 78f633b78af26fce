import type { DataSheet } from '../../contract/entry-fields.ts';
import { drawBars, drawDots } from './chart-across.ts';
import { type Body, drawSwatch, type } from './chart-parts.ts';
import { seriesOf } from './chart-scale.ts';
import { drawShare } from './chart-share.ts';
import { drawColumns, drawLines } from './chart-upright.ts';
import { frame, grid, weight } from './drafting.ts';
import { createDrawing } from './drawing.ts';
import { memoizeDrawing } from './memoize-drawing.ts';
import { group, label, path, rect, round, textWidth, tone, wrap } from './svg.ts';

const kinds: Record<DataSheet['kind'], (sheet: DataSheet, top: number) => Body> = {
  bar: drawBars,
  dot: drawDots,
  column: drawColumns,
  line: drawLines,
  share: drawShare,
};

/** Draws the legend: the names of the series with their fillings, on as many lines as they need. */
function drawLegend(sheet: DataSheet, top: number): Body {
  const series = seriesOf(sheet);
  if (series.length < 2 || sheet.kind === 'share') return { body: '', bottom: top };
  let [x, y] = [40, top];
  let body = '';
  for (const [index, { name }] of series.entries()) {
    const width = 42 + textWidth(name, type.text);
    if (x > 40 && x + width > 768) [x, y] = [40, y + 36];
    body += drawSwatch(sheet.kind, index, x, y) + label(x + 36, y + 17, name, { size: type.text, fill: tone.ink });
    x += width + 26;
  }
  return { body, bottom: y + 44 };
}

/**
 * Draws one sheet of an infographic, 800 wide and as high as its rows need: the unit and the scale, the chart with its values, and a
 * foot with title, source and year.
 */
export const drawChart = memoizeDrawing((sheet: DataSheet) => {
  const measured = sheet.scale === 'log' ? `${sheet.unit}, logarithmic scale` : sheet.unit;
  const legend = drawLegend(sheet, 78);
  const chart = kinds[sheet.kind](sheet, legend.bottom);
  const title = wrap(sheet.title, 720, type.text);
  const source = wrap(
    sheet.source.year ? `${sheet.source.title}. ${sheet.source.year}` : sheet.source.title,
    720,
    type.small,
  );
  const foot = chart.bottom + 22;
  const total = foot + 22 + title.length * 28 + source.length * 24 + 22;
  const words = title.map((text, i) => label(40, foot + 34 + i * 28, text, { size: type.text, fill: tone.ink }));
  const below = foot + 34 + title.length * 28;
  words.push(...source.map((text, i) => label(40, below + i * 24, text, { size: type.small })));
  return createDrawing(
    `${sheet.title} (${sheet.unit})`,
    800,
    total,
    rect(0, 0, 800, total, { fill: tone.ground, stroke: 'none' }),
    grid(12, 12, 776, foot - 12, 40),
    label(40, 52, measured, { size: type.text, fill: tone.note }),
    legend.body,
    group({}, chart.body),
    rect(12, foot, 776, total - foot - 12, { fill: tone.ground, stroke: 'none' }),
    path(`M12 ${round(foot)}h776`, { 'stroke-width': weight.thin }),
    words.join(''),
    frame(800, total, 12),
  );
});
