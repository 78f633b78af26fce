import type { DataSheet } from '../../contract/content/entry-fields.ts';
import { drawBars } from './chart-horizontal.ts';
import { type ChartBody, type ChartFormat, drawFilled, drawPoint, getLineColour, wrapSeries } from './chart-parts.ts';
import { createScale, formatFigure, formatTick, listRowLabels, listSeries, type Scale } from './chart-scale.ts';
import { lineWidths, pens } from './drafting.ts';
import { createFigurePlacer } from './place-figures.ts';
import {
  drawLabel,
  drawLabels,
  drawPath,
  drawPolyline,
  drawRect,
  formatCoordinate,
  measureText,
  type Point,
  tone,
  wrapText,
} from './svg.ts';

/** Height of the plot, without the labels and the values above the highest mark. */
const height = 340;

interface ColumnLayout {
  format: ChartFormat;
  left: number;
  /** The y coordinate of the upper end of the axis. */
  top: number;
  scale: Scale;
  /** Returns the middle of a row's space on the axis. */
  x(row: number): number;
  y(value: number): number;
  /** Width of one row's space. */
  rowWidth: number;
}

function createColumnLayout(sheet: DataSheet, top: number, format: ChartFormat): ColumnLayout {
  const scale = createScale(sheet);
  const left =
    format.left + Math.max(...scale.ticks.map((tick) => measureText(formatTick(tick), format.smallTextSize))) + 14;
  const rowWidth = (format.right - left) / sheet.rows.length;
  const plotTop = top + 40;
  return {
    format,
    left,
    top: plotTop,
    scale,
    rowWidth,
    x: (row) => left + rowWidth * (row + 0.5),
    y: (value) => plotTop + height * (1 - scale.at(value)),
  };
}

function drawAxis(layout: ColumnLayout, log = false): string {
  const { left, top, scale, format } = layout;
  const { right } = format;
  const bottom = top + height;
  const d = scale.ticks.map((tick) => `M${left} ${formatCoordinate(layout.y(tick))}H${right}`).join('');
  const words = scale.ticks.map((tick) =>
    drawLabel(left - 12, layout.y(tick) + 6, formatTick(tick), { size: format.smallTextSize, anchor: 'end' }),
  );
  // A break symbol marks an axis that does not begin at zero.
  const foot =
    scale.isBroken && !log
      ? drawPath(`M${left} ${bottom - 22}l-7 -5l14 -6l-7 -5`, { fill: tone.ground, 'stroke-width': lineWidths.thick })
      : '';
  return (
    drawPath(d, { stroke: tone.line, 'stroke-width': 1.2 }) +
    drawPath(`M${left} ${top}V${bottom}`, pens.thin) +
    drawPath(`M${left} ${formatCoordinate(scale.isBroken ? bottom : layout.y(0))}H${right}`, pens.thick) +
    foot +
    words.join('')
  );
}

/** Wraps a label that is written upwards into at most `most` lines. A longer label ends with an ellipsis. */
function wrapUpward(name: string, size: number, most: number): string[] {
  const wide = [200, 300, 420].map((measure) => wrapText(name, measure, size)).find((lines) => lines.length <= most);
  if (wide) return wide;
  const lines = wrapText(name, 420, size).slice(0, most);
  return [...lines.slice(0, -1), `${lines.at(-1)?.replace(/[-, ]+$/, '')}…`];
}

/** Draws the first label and every nth after it, so that as many as possible fit side by side. */
function drawEveryNthName(names: string[], layout: ColumnLayout): ChartBody {
  const { left, format, rowWidth } = layout;
  const widths = names.map((name) => Math.min(measureText(name, format.textSize), (format.right - left) / 2 - 12));
  const every = Math.max(1, Math.ceil((Math.max(...widths) + 12) / rowWidth));
  let lines = 0;
  const body = names.map((name, row) => {
    if (row % every !== 0) return '';
    const wrapped = wrapText(name, (format.right - left) / 2 - 12, format.textSize);
    lines = Math.max(lines, wrapped.length);
    const half = Math.max(...wrapped.map((text) => measureText(text, format.textSize))) / 2;
    const x = Math.min(Math.max(layout.x(row), format.left - 8 + half), format.right + 8 - half);
    const tick = drawPath(`M${formatCoordinate(layout.x(row))} ${layout.top + height}v8`, pens.thin);
    const at = layout.top + height + 34;
    return tick + drawLabels(x, at, wrapped, { size: format.textSize, anchor: 'middle', fill: tone.ink });
  });
  return { body: body.join(''), bottom: layout.top + height + 26 + lines * 25 };
}

/** Draws the labels under the axis: wrapped if they fit into five lines, else written upwards. */
function drawNames(sheet: DataSheet, layout: ColumnLayout): ChartBody {
  const names = listRowLabels(sheet);
  const { textSize, smallTextSize } = layout.format;
  const bottom = layout.top + height;
  const oneLineSize = [textSize, smallTextSize].find((size) =>
    names.every((name) => measureText(name, size) <= layout.rowWidth - 6),
  );
  const wrappedSize = oneLineSize ?? textSize;
  const wrapped = names.map((name) => wrapText(name, layout.rowWidth - 8, wrappedSize));
  const words = names.flatMap((name) => name.split(' '));
  if (
    wrapped.every((lines) => lines.length <= 5) &&
    words.every((word) => measureText(word, wrappedSize) <= layout.rowWidth - 8)
  ) {
    const options = { size: wrappedSize, anchor: 'middle', fill: tone.ink } as const;
    const body = wrapped.map((lines, row) => drawLabels(layout.x(row), bottom + 30, lines, options));
    return { body: body.join(''), bottom: bottom + 22 + Math.max(...wrapped.map((lines) => lines.length)) * 25 };
  }
  if (layout.format.isNarrow) return drawEveryNthName(names, layout);
  const size = Math.min(textSize, Math.max(13, layout.rowWidth * 0.9));
  const most = Math.max(1, Math.floor(layout.rowWidth / (size * 1.2)));
  const upward = names.map((name) => wrapUpward(name, size, most));
  const body = upward.map((lines, row) =>
    lines
      .map((text, i) =>
        drawLabel(layout.x(row) + size * 0.36 + (i - (lines.length - 1) / 2) * size * 1.15, bottom + 14, text, {
          size,
          anchor: 'end',
          fill: tone.ink,
          rotate: -90,
        }),
      )
      .join(''),
  );
  const longest = Math.max(...upward.flat().map((text) => measureText(text, size)));
  return { body: body.join(''), bottom: bottom + 20 + longest };
}

interface ValueStyle {
  size: number;
  isRotated: boolean;
  /** The height that the values need above the highest mark. */
  head: number;
}

/** Chooses one size and direction for all values above the columns. In narrow columns they are written upwards. */
function chooseValueStyle(sheet: DataSheet, room: number, format: ChartFormat): ValueStyle {
  const most = Math.max(...listSeries(sheet).flatMap((one) => one.values.map((value) => formatFigure(value).length)));
  const text = '0'.repeat(most);
  const flat = [format.textSize, format.smallTextSize].find((size) => measureText(text, size) <= room - 6);
  if (flat) return { size: flat, isRotated: false, head: 0 };
  const size = Math.min(format.smallTextSize, Math.max(12, room * 0.9));
  return { size, isRotated: true, head: Math.max(0, measureText(text, size) - 24) };
}

function drawValue(x: number, y: number, value: number, { size, isRotated }: ValueStyle): string {
  const text = formatFigure(value);
  if (isRotated) return drawLabel(x + size * 0.36, y - 8, text, { size, fill: tone.ink, rotate: -90 });
  return drawLabel(x, y - 10, text, { size, anchor: 'middle', fill: tone.ink, weight: 500 });
}

/** Returns whether each label stands under its column on one or two lines. */
function doNamesFit(sheet: DataSheet, { rowWidth, format }: ColumnLayout): boolean {
  return listRowLabels(sheet).every((name) => {
    const fits = name.split(' ').every((word) => measureText(word, format.textSize) <= rowWidth - 8);
    return fits && wrapText(name, rowWidth - 8, format.textSize).length <= 2;
  });
}

/**
 * Draws vertical columns; those of several series stand side by side. A narrow chart whose labels do not fit has
 * horizontal bars instead.
 */
export function drawColumns(sheet: DataSheet, top: number, format: ChartFormat): ChartBody {
  const series = listSeries(sheet);
  const trial = createColumnLayout(sheet, top, format);
  const each = (trial.rowWidth * (sheet.rows.length > 20 || series.length > 1 ? 0.82 : 0.68)) / series.length;
  const figures = chooseValueStyle(sheet, series.length === 1 ? trial.rowWidth : each, format);
  // In a narrow chart, horizontal bars are drawn if labels or values would have to be rotated.
  if (format.isNarrow && (figures.isRotated || !doNamesFit(sheet, trial))) return drawBars(sheet, top, format);
  const layout = createColumnLayout(sheet, top + figures.head, format);
  const width = Math.min(each, 84);
  const base = layout.scale.isBroken ? layout.top + height : layout.y(0);
  let words = '';
  const marks = series.map(({ values }, i) =>
    values
      .map((value, row) => {
        const x = layout.x(row) + (i - series.length / 2) * width;
        const y = layout.y(value);
        words += drawValue(x + width / 2, Math.min(y, base), value, figures);
        return drawFilled(x, Math.min(y, base), width, Math.abs(base - y), i);
      })
      .join(''),
  );
  const names = drawNames(sheet, layout);
  const body = drawAxis(layout) + marks.map((one, i) => wrapSeries(i, one)).join('') + words + names.body;
  return { body, bottom: names.bottom };
}

/**
 * Draws a line through the points of each series. If there is no room for all values, only the first, last, least and
 * greatest are written.
 */
export function drawLines(sheet: DataSheet, top: number, format: ChartFormat): ChartBody {
  const series = listSeries(sheet);
  const layout = createColumnLayout(sheet, top, format);
  const { right, textSize: size } = format;
  const roomy = sheet.rows.length <= 8;
  const markerSize = sheet.rows.length > 20 ? 5 : 8;
  const lines = series.map(({ values }) => values.map((value, row): Point => [layout.x(row), layout.y(value)]));
  const placeFigure = createFigurePlacer(lines, markerSize + 1, layout.top + height - 10);
  let words = '';
  const marks = series.map(({ values }, i) => {
    const points = lines[i] as Point[];
    const [least, greatest] = [Math.min(...values), Math.max(...values)];
    for (const [row, [x, y]] of format.isLettered ? points.entries() : []) {
      const value = values[row] as number;
      const isEnd = row === 0 || row === values.length - 1;
      if (!roomy && !isEnd && value !== least && value !== greatest) continue;
      const text = formatFigure(value);
      const half = measureText(text, size) / 2;
      // At a slope, the figure is on the side that the line leaves free.
      const slope = (points[row + 1]?.[1] ?? y) - (points[row - 1]?.[1] ?? y);
      const isOnSlope =
        row > 0 &&
        row < points.length - 1 &&
        (points[row - 1]?.[1] as number) < y === (points[row + 1]?.[1] as number) > y;
      const middle = Math.min(x + (isOnSlope ? Math.sign(slope) * half * 0.8 : 0), right + 14 - half);
      const neighbours = [points[row - 1], points[row + 1]].filter((point) => point !== undefined);
      const valley = neighbours.length > 0 && neighbours.every((point) => point[1] < y);
      const tries = valley ? [y + 34, y - 18, y + 60, y - 44] : [y - 18, y + 34, y - 44, y + 60];
      const at = placeFigure(middle, half, tries);
      if (at === undefined) continue;
      words += drawRect(middle - half - 3, at - 17, 2 * half + 6, 22, { fill: tone.ground, stroke: 'none' });
      words += drawLabel(middle, at, text, {
        size,
        anchor: 'middle',
        fill: series.length > 1 ? getLineColour(i) : tone.ink,
        weight: 500,
      });
    }
    const dots = points.map(([x, y]) => drawPoint(x, y, i, markerSize));
    return drawPolyline(points, { stroke: getLineColour(i), 'stroke-width': 3 }) + dots.join('');
  });
  const names = drawNames(sheet, layout);
  const body =
    drawAxis(layout, sheet.scale === 'log') + words + marks.map((one, i) => wrapSeries(i, one)).join('') + names.body;
  return { body, bottom: names.bottom };
}
