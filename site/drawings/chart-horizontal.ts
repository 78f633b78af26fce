import type { DataSheet } from '../../contract/content/entry-fields.ts';
import { type ChartBody, type ChartFormat, drawFilled, drawPoint, wrapSeries } from './chart-parts.ts';
import { createScale, formatFigure, formatTick, listRowLabels, listSeries, type Scale } from './chart-scale.ts';
import { lineWidths, pens } from './drafting.ts';
import {
  createGroup,
  drawLabel,
  drawLabels,
  drawLine,
  drawPath,
  drawRect,
  formatCoordinate,
  measureText,
  tone,
  wrapText,
} from './svg.ts';

/** Draws the ticks above the rows, and a hairline from each tick through the rows. */
function drawAxis(scale: Scale, width: number, top: number, bottom: number, format: ChartFormat): string {
  const { left, smallTextSize } = format;
  const labelStart = format.inset + (format.isNarrow ? 4 : 14);
  const toX = (value: number) => left + scale.at(value) * width;
  const places = scale.ticks.map((tick) => {
    const text = formatTick(tick);
    const half = measureText(text, smallTextSize) / 2;
    return { text, half, x: Math.max(toX(tick), labelStart + half) };
  });
  // Labels every nth tick, with the smallest n up to 5 at which the labels do not touch.
  const every = [1, 2, 3, 4, 5].find((step) => {
    const named = places.filter((_, i) => i % step === 0);
    return named.every(({ x, half }, i) => {
      const before = named[i - 1];
      return !before || x - half >= before.x + before.half + 14;
    });
  });
  const words = places
    .filter((_, i) => i % (every ?? places.length) === 0)
    .map(({ text, x }) => drawLabel(x, top + 16, text, { size: smallTextSize, anchor: 'middle' }));
  const d = scale.ticks
    .map((tick) => `M${formatCoordinate(toX(tick))} ${top + 26}V${formatCoordinate(bottom)}`)
    .join('');
  return (
    drawPath(d, { stroke: tone.line, 'stroke-width': 1.2 }) +
    drawPath(`M${left} ${top + 26}h${formatCoordinate(width)}`, {
      stroke: tone.lineStrong,
      'stroke-width': lineWidths.thin,
    }) +
    words.join('')
  );
}

/** Draws the line at zero. A logarithmic scale has no zero, so the line is at its start. */
function drawBaseline(x: number, top: number, bottom: number): string {
  return drawLine(x, top + 20, x, bottom, pens.thick);
}

/** Draws the mark of a value of zero or less, which a logarithmic scale cannot show. */
function drawUnplottableMark(y: number, { left }: ChartFormat): string {
  return drawPath(`M${left - 6} ${formatCoordinate(y - 7)}l12 14m0 -14l-12 14`, {
    stroke: tone.note,
    'stroke-width': 2,
  });
}

/** Draws what covers the hairlines behind the label of a row. */
function drawRowBackground(lines: string[], y: number, { left, textSize }: ChartFormat): string {
  const fill = { fill: tone.ground, stroke: 'none' };
  return lines
    .map((text, i) => drawRect(left + 4, y + i * 25 - 2, measureText(text, textSize) + 12, 25, fill))
    .join('');
}

/** Returns the width of the widest value that is written. */
function measureWidestValue(series: ReturnType<typeof listSeries>, size: number): number {
  return Math.max(...series.flatMap(({ values }) => values.map((value) => measureText(formatFigure(value), size))));
}

/** Draws horizontal bars. Under the label of each row is one bar for each series, with its value at the end. */
export function drawBars(sheet: DataSheet, top: number, format: ChartFormat): ChartBody {
  const { left, measure, textSize: size } = format;
  const series = listSeries(sheet);
  const scale = createScale(sheet, format.isNarrow ? 3 : 5);
  const figures = measureWidestValue(series, size);
  const width = format.right - left - figures - 12;
  const zero = scale.at(0) * width;
  const dense = sheet.rows.length > 16;
  const thick = series.length === 1 ? (dense ? 20 : 30) : 24;
  const marks = series.map(() => '');
  let words = '';
  let y = top + 44;
  for (const [row, name] of listRowLabels(sheet).entries()) {
    const lines = wrapText(name, measure, size);
    words += drawRowBackground(lines, y, format) + drawLabels(left + 10, y + 17, lines, { size, fill: tone.ink });
    y += lines.length * 25 + 4;
    for (const [i, { values }] of series.entries()) {
      const value = values[row] as number;
      const end = scale.at(value) * width;
      marks[i] += drawFilled(left + Math.min(zero, end), y, Math.abs(end - zero), thick, i);
      words += drawLabel(left + Math.max(zero, end) + 10, y + thick / 2 + 7, formatFigure(value), {
        size,
        fill: tone.ink,
        weight: 500,
      });
      y += thick + (i === series.length - 1 ? 0 : 5);
    }
    y += dense ? 12 : 20;
  }
  const body =
    drawAxis(scale, width, top, y, format) +
    marks.map((one, i) => wrapSeries(i, one)).join('') +
    drawBaseline(left + zero, top, y) +
    words;
  return { body, bottom: y };
}

/**
 * Draws the points of each row on one dotted line. With two or three series a thick line joins the points, to show the
 * difference.
 */
export function drawDots(sheet: DataSheet, top: number, format: ChartFormat): ChartBody {
  const { left, measure, textSize: size } = format;
  const series = listSeries(sheet);
  const scale = createScale(sheet, format.isNarrow ? 3 : 5);
  const figures = measureWidestValue(series, size);
  const width = format.right - left - (series.length === 1 ? figures + 20 : figures / 2);
  const zero = left + scale.at(0) * width;
  const marks = series.map(() => '');
  let words = '';
  let under = '';
  let y = top + 48;
  for (const [row, name] of listRowLabels(sheet).entries()) {
    const lines = wrapText(name, measure, size);
    words += drawRowBackground(lines, y, format) + drawLabels(left + 10, y + 17, lines, { size, fill: tone.ink });
    y += lines.length * 25 + 18;
    const places = series.map(({ values }) => left + scale.at(values[row] as number) * width);
    under += drawPath(`M${left} ${formatCoordinate(y)}h${formatCoordinate(width)}`, {
      stroke: tone.lineStrong,
      'stroke-width': lineWidths.hair,
      'stroke-dasharray': '2 6',
    });
    // On a logarithmic scale a line from the edge would suggest a length, which such a scale cannot show.
    const ends = series.length === 1 && sheet.scale === 'linear' ? [zero, ...places] : places;
    under += drawLine(Math.min(...ends), y, Math.max(...ends), y, pens.thick);
    const order = places.map((x, i) => ({ x, i })).sort((a, b) => a.x - b.x);
    let end = Number.NEGATIVE_INFINITY;
    let level = 0;
    for (const { x, i } of order) {
      const value = series[i]?.values[row] as number;
      const isUnplottable = sheet.scale === 'log' && value <= 0;
      marks[i] += isUnplottable ? drawUnplottableMark(y, format) : drawPoint(x, y, i, 9);
      const text = formatFigure(value);
      const half = measureText(text, size) / 2;
      if (series.length === 1) words += drawLabel(x + 18, y + 7, text, { size, fill: tone.ink, weight: 500 });
      else {
        const middle = Math.max(x, left + half);
        level = middle - half < end + 10 ? level + 1 : 0;
        end = middle + half;
        words += drawLabel(middle, y + 33 + level * 24, text, {
          size,
          anchor: 'middle',
          fill: tone.ink,
          weight: 500,
        });
      }
    }
    y += series.length === 1 ? 34 : 58 + (series.length - 1) * 12;
  }
  const body =
    drawAxis(scale, width, top, y, format) +
    createGroup({}, under) +
    drawBaseline(zero, top, y) +
    marks.map((one, i) => wrapSeries(i, one)).join('') +
    words;
  return { body, bottom: y };
}
