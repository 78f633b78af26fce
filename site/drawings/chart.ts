import type { DataSheet } from '../../contract/content/entry-fields.ts';
import { coverSize } from '../../contract/content/picture-variants.ts';
import { drawBars, drawDots } from './chart-horizontal.ts';
import {
  type ChartBody,
  type ChartFormat,
  coverChartFormat,
  drawSwatch,
  narrowChartFormat,
  wideChartFormat,
} from './chart-parts.ts';
import { listSeries } from './chart-scale.ts';
import { drawShare } from './chart-share.ts';
import { drawColumns, drawLines } from './chart-vertical.ts';
import { drawGrid, drawSheetBorder, pens } from './drafting.ts';
import { createDrawing } from './drawing.ts';
import { memoizeDrawing } from './memoize-drawing.ts';
import { removeLabels } from './replace-labels.ts';
import {
  createGroup,
  drawLabel,
  drawLabels,
  drawPath,
  drawRect,
  formatCoordinate,
  measureText,
  tone,
  wrapText,
} from './svg.ts';

/** Draws the body of each kind of chart; a new kind without a row does not compile. */
const bodiesByKind: Record<DataSheet['kind'], (sheet: DataSheet, top: number, format: ChartFormat) => ChartBody> = {
  bar: drawBars,
  dot: drawDots,
  column: drawColumns,
  line: drawLines,
  share: drawShare,
};

/** Draws the legend: the names of the series with their fillings, on as many lines as they need. */
function drawLegend(sheet: DataSheet, top: number, format: ChartFormat): ChartBody {
  const series = listSeries(sheet);
  if (series.length < 2 || sheet.kind === 'share') return { body: '', bottom: top };
  let [x, y] = [format.left, top];
  let body = '';
  for (const [index, { name }] of series.entries()) {
    const width = 42 + measureText(name, format.textSize);
    if (x > format.left && x + width > format.right) [x, y] = [format.left, y + 36];
    body +=
      drawSwatch(sheet.kind, index, x, y) + drawLabel(x + 36, y + 17, name, { size: format.textSize, fill: tone.ink });
    x += width + 26;
  }
  return { body, bottom: y + 44 };
}

function describeUnit(sheet: DataSheet): string {
  return sheet.scale === 'log' ? `${sheet.unit}, logarithmic scale` : sheet.unit;
}

/**
 * Draws one sheet of an infographic, 800 wide and as high as its rows need: the unit and the scale, the chart with its
 * values, and a foot with title, source and year.
 */
export const drawChart = memoizeDrawing((sheet: DataSheet) => {
  const legend = drawLegend(sheet, 78, wideChartFormat);
  const chart = bodiesByKind[sheet.kind](sheet, legend.bottom, wideChartFormat);
  const title = wrapText(sheet.title, 720, wideChartFormat.textSize);
  const source = wrapText(
    sheet.source.year ? `${sheet.source.title}. ${sheet.source.year}` : sheet.source.title,
    720,
    wideChartFormat.smallTextSize,
  );
  const foot = chart.bottom + 22;
  const total = foot + 22 + title.length * 28 + source.length * 24 + 22;
  return createDrawing(
    `${sheet.title} (${sheet.unit})`,
    800,
    total,
    drawRect(0, 0, 800, total, { fill: tone.ground, stroke: 'none' }),
    drawGrid(12, 12, 776, foot - 12, 40),
    drawLabel(40, 52, describeUnit(sheet), { size: wideChartFormat.textSize, fill: tone.note }),
    legend.body,
    createGroup({}, chart.body),
    drawRect(12, foot, 776, total - foot - 12, { fill: tone.ground, stroke: 'none' }),
    drawPath(`M12 ${formatCoordinate(foot)}h776`, pens.thin),
    drawLabels(40, foot + 34, title, { size: wideChartFormat.textSize, fill: tone.ink }, 28),
    drawLabels(40, foot + 34 + title.length * 28, source, { size: wideChartFormat.smallTextSize }, 24),
    drawSheetBorder(800, total, 12),
  );
});

/**
 * Draws the chart of a sheet as a cover, without lettering: the marks and the axes, as wide and as high as the cover.
 */
export const drawChartCover = memoizeDrawing((sheet: DataSheet) => {
  const { width, height } = coverSize;
  const [frame, margin] = [16, 32];
  const [innerWidth, innerHeight] = [width - 2 * (frame + margin), height - 2 * (frame + margin)];
  const unnamed = { ...sheet, rows: sheet.rows.map(([, ...values]) => ['', ...values]) };
  const draw = (chartWidth: number) => {
    const { left } = coverChartFormat;
    return bodiesByKind[sheet.kind](unnamed, 0, { ...coverChartFormat, right: left + chartWidth });
  };
  // The rows have the same height at any width, so the chart gets the width that makes it as high as the cover.
  const top = sheet.kind === 'share' ? 0 : 26;
  const chartHeight = draw(innerWidth).bottom - top;
  const scale = Math.min(innerHeight / chartHeight, 2);
  const { body } = draw(innerWidth / scale);
  const x = frame + margin - coverChartFormat.left * scale;
  const y = height / 2 - (top + chartHeight / 2) * scale;
  return removeLabels(
    createDrawing(
      `${sheet.title} (${sheet.unit})`,
      width,
      height,
      drawRect(0, 0, width, height, { fill: tone.ground, stroke: 'none' }),
      drawGrid(frame, frame, width - 2 * frame, height - 2 * frame, 32),
      createGroup({ transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})` }, body),
      drawSheetBorder(width, height, frame),
    ),
  );
});

/**
 * Draws one sheet of an infographic for phones. The page itself shows title and source. Columns and lines fit the
 * screen, so their legend is below. Bars and points can be higher than the screen, so their legend is above.
 */
export const drawNarrowChart = memoizeDrawing((sheet: DataSheet) => {
  const { width, inset, left, measure, textSize } = narrowChartFormat;
  const unit = wrapText(describeUnit(sheet), measure, textSize);
  const top = 38 + unit.length * 25;
  const isVertical = sheet.kind === 'column' || sheet.kind === 'line';
  const above = isVertical ? { body: '', bottom: top - 10 } : drawLegend(sheet, top, narrowChartFormat);
  const chart = bodiesByKind[sheet.kind](sheet, above.bottom, narrowChartFormat);
  const below = isVertical
    ? drawLegend(sheet, chart.bottom + 16, narrowChartFormat)
    : { body: '', bottom: chart.bottom };
  const total = below.bottom + 18;
  return createDrawing(
    `${sheet.title} (${sheet.unit})`,
    width,
    total,
    drawRect(0, 0, width, total, { fill: tone.ground, stroke: 'none' }),
    drawLabels(left, 38, unit, { size: textSize, fill: tone.note }),
    above.body,
    createGroup({}, chart.body),
    below.body,
    drawRect(inset, inset, width - 2 * inset, total - 2 * inset, pens.thin),
  );
});
