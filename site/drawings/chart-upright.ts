import type { DataSheet } from '../../contract/entry-fields.ts';
import { drawBars } from './chart-across.ts';
import { type ChartBody, type ChartFormat, drawFilled, drawPoint, getLineColour, wrapSeries } from './chart-parts.ts';
import { createScale, formatFigure, formatTick, listRowLabels, listSeries, type Scale } from './chart-scale.ts';
import { lineWidths } from './drafting.ts';
import {
  drawLabel,
  drawPath,
  drawPolyline,
  drawRect,
  formatCoordinate,
  measureText,
  type Point,
  tone,
  wrapText,
} from './svg.ts';

const height = 340;

interface ColumnLayout {
  paper: ChartFormat;
  left: number;
  top: number;
  scale: Scale;
  /** Returns the middle of a row's space on the axis. */
  x(row: number): number;
  y(value: number): number;
  /** Width of one row's space. */
  place: number;
}

function createColumnLayout(sheet: DataSheet, top: number, paper: ChartFormat): ColumnLayout {
  const scale = createScale(sheet);
  const left = paper.left + Math.max(...scale.ticks.map((tick) => measureText(formatTick(tick), paper.small))) + 14;
  const place = (paper.right - left) / sheet.rows.length;
  const first = top + 40;
  return {
    paper,
    left,
    top: first,
    scale,
    place,
    x: (row) => left + place * (row + 0.5),
    y: (value) => first + height * (1 - scale.at(value)),
  };
}

function drawAxis(field: ColumnLayout, log = false): string {
  const { left, top, scale, paper } = field;
  const { right } = paper;
  const bottom = top + height;
  const d = scale.ticks.map((tick) => `M${left} ${formatCoordinate(field.y(tick))}H${right}`).join('');
  const words = scale.ticks.map((tick) =>
    drawLabel(left - 12, field.y(tick) + 6, formatTick(tick), { size: paper.small, anchor: 'end' }),
  );
  // A break symbol marks an axis that does not begin at zero.
  const foot =
    scale.broken && !log
      ? drawPath(`M${left} ${bottom - 22}l-7 -5l14 -6l-7 -5`, { fill: tone.ground, 'stroke-width': lineWidths.thick })
      : '';
  return (
    drawPath(d, { stroke: tone.line, 'stroke-width': 1.2 }) +
    drawPath(`M${left} ${top}V${bottom}`, { 'stroke-width': lineWidths.thin }) +
    drawPath(`M${left} ${formatCoordinate(scale.broken ? bottom : field.y(0))}H${right}`, {
      'stroke-width': lineWidths.thick,
    }) +
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
function drawEveryNthName(names: string[], field: ColumnLayout): ChartBody {
  const { left, paper, place } = field;
  const widths = names.map((name) => Math.min(measureText(name, paper.text), (paper.right - left) / 2 - 12));
  const every = Math.max(1, Math.ceil((Math.max(...widths) + 12) / place));
  let lines = 0;
  const body = names.map((name, row) => {
    if (row % every !== 0) return '';
    const wrapped = wrapText(name, (paper.right - left) / 2 - 12, paper.text);
    lines = Math.max(lines, wrapped.length);
    const half = Math.max(...wrapped.map((text) => measureText(text, paper.text))) / 2;
    const x = Math.min(Math.max(field.x(row), paper.left - 8 + half), paper.right + 8 - half);
    const tick = drawPath(`M${formatCoordinate(field.x(row))} ${field.top + height}v8`, {
      'stroke-width': lineWidths.thin,
    });
    const at = field.top + height + 34;
    const words = wrapped.map((text, i) =>
      drawLabel(x, at + i * 25, text, { size: paper.text, anchor: 'middle', fill: tone.ink }),
    );
    return tick + words.join('');
  });
  return { body: body.join(''), bottom: field.top + height + 26 + lines * 25 };
}

/** Draws the labels under the axis: wrapped if they fit into five lines, else written upwards. */
function drawNames(sheet: DataSheet, field: ColumnLayout): ChartBody {
  const names = listRowLabels(sheet);
  const { text: usual, small } = field.paper;
  const bottom = field.top + height;
  const whole = [usual, small].find((size) => names.every((name) => measureText(name, size) <= field.place - 6));
  const letters = whole ?? usual;
  const fits = names.map((name) => wrapText(name, field.place - 8, letters));
  const words = names.flatMap((name) => name.split(' '));
  if (
    fits.every((lines) => lines.length <= 5) &&
    words.every((word) => measureText(word, letters) <= field.place - 8)
  ) {
    const body = fits.map((lines, row) =>
      lines
        .map((text, i) =>
          drawLabel(field.x(row), bottom + 30 + i * 25, text, { size: letters, anchor: 'middle', fill: tone.ink }),
        )
        .join(''),
    );
    return { body: body.join(''), bottom: bottom + 22 + Math.max(...fits.map((lines) => lines.length)) * 25 };
  }
  if (field.paper.isNarrow) return drawEveryNthName(names, field);
  const size = Math.min(usual, Math.max(13, field.place * 0.9));
  const most = Math.max(1, Math.floor(field.place / (size * 1.2)));
  const cut = names.map((name) => wrapUpward(name, size, most));
  const body = cut.map((lines, row) =>
    lines
      .map((text, i) =>
        drawLabel(field.x(row) + size * 0.36 + (i - (lines.length - 1) / 2) * size * 1.15, bottom + 14, text, {
          size,
          anchor: 'end',
          fill: tone.ink,
          rotate: -90,
        }),
      )
      .join(''),
  );
  const longest = Math.max(...cut.flat().map((text) => measureText(text, size)));
  return { body: body.join(''), bottom: bottom + 20 + longest };
}

interface ValueStyle {
  size: number;
  turn: boolean;
  /** The height that the values need above the highest mark. */
  head: number;
}

/** Chooses one size and direction for all values above the columns. In narrow columns they are written upwards. */
function chooseValueStyle(sheet: DataSheet, room: number, paper: ChartFormat): ValueStyle {
  const most = Math.max(...listSeries(sheet).flatMap((one) => one.values.map((value) => formatFigure(value).length)));
  const text = '0'.repeat(most);
  const flat = [paper.text, paper.small].find((size) => measureText(text, size) <= room - 6);
  if (flat) return { size: flat, turn: false, head: 0 };
  const size = Math.min(paper.small, Math.max(12, room * 0.9));
  return { size, turn: true, head: Math.max(0, measureText(text, size) - 24) };
}

function drawValue(x: number, y: number, value: number, { size, turn }: ValueStyle): string {
  const text = formatFigure(value);
  if (turn) return drawLabel(x + size * 0.36, y - 8, text, { size, fill: tone.ink, rotate: -90 });
  return drawLabel(x, y - 10, text, { size, anchor: 'middle', fill: tone.ink, weight: 500 });
}

/** Returns whether each label stands under its column on one or two lines. */
function doNamesFit(sheet: DataSheet, { place, paper }: ColumnLayout): boolean {
  return listRowLabels(sheet).every((name) => {
    const fits = name.split(' ').every((word) => measureText(word, paper.text) <= place - 8);
    return fits && wrapText(name, place - 8, paper.text).length <= 2;
  });
}

/**
 * Draws vertical columns; those of several series stand side by side. A narrow chart whose labels do not fit has
 * horizontal bars instead.
 */
export function drawColumns(sheet: DataSheet, top: number, paper: ChartFormat): ChartBody {
  const series = listSeries(sheet);
  const trial = createColumnLayout(sheet, top, paper);
  const each = (trial.place * (sheet.rows.length > 20 || series.length > 1 ? 0.82 : 0.68)) / series.length;
  const figures = chooseValueStyle(sheet, series.length === 1 ? trial.place : each, paper);
  // On narrow paper, horizontal bars are drawn if labels or values would have to be rotated.
  if (paper.isNarrow && (figures.turn || !doNamesFit(sheet, trial))) return drawBars(sheet, top, paper);
  const field = createColumnLayout(sheet, top + figures.head, paper);
  const width = Math.min(each, 84);
  const base = field.scale.broken ? field.top + height : field.y(0);
  let words = '';
  const marks = series.map(({ values }, i) =>
    values
      .map((value, row) => {
        const x = field.x(row) + (i - series.length / 2) * width;
        const y = field.y(value);
        words += drawValue(x + width / 2, Math.min(y, base), value, figures);
        return drawFilled(x, Math.min(y, base), width, Math.abs(base - y), i);
      })
      .join(''),
  );
  const names = drawNames(sheet, field);
  const body = drawAxis(field) + marks.map((one, i) => wrapSeries(i, one)).join('') + words + names.body;
  return { body, bottom: names.bottom };
}

/**
 * Draws a line through the points of each series. If there is no room for all values, only the first, last, least and
 * greatest are written.
 */
export function drawLines(sheet: DataSheet, top: number, paper: ChartFormat): ChartBody {
  const series = listSeries(sheet);
  const field = createColumnLayout(sheet, top, paper);
  const { right, text: size } = paper;
  const roomy = sheet.rows.length <= 8;
  const taken: { x: number; y: number; half: number }[] = [];
  let words = '';
  const marks = series.map(({ values }, i) => {
    const points = values.map((value, row): Point => [field.x(row), field.y(value)]);
    const ends = [values[0], values.at(-1), Math.min(...values), Math.max(...values)];
    for (const [row, [x, y]] of paper.isLettered ? points.entries() : []) {
      const value = values[row] as number;
      if (!roomy && !(row === 0 || row === values.length - 1 || value === ends[2] || value === ends[3])) continue;
      const text = formatFigure(value);
      const half = measureText(text, size) / 2;
      // At a slope, the figure is on the side that the line leaves free.
      const slope = (points[row + 1]?.[1] ?? y) - (points[row - 1]?.[1] ?? y);
      const between =
        row > 0 &&
        row < points.length - 1 &&
        (points[row - 1]?.[1] as number) < y === (points[row + 1]?.[1] as number) > y;
      const middle = Math.min(x + (between ? Math.sign(slope) * half * 0.8 : 0), right + 14 - half);
      const neighbours = [points[row - 1], points[row + 1]].filter((point) => point !== undefined);
      const valley = neighbours.length > 0 && neighbours.every((point) => point[1] < y);
      const tries = valley ? [y + 34, y - 18, y + 60] : [y - 18, y + 34, y - 44];
      const isFree = (at: number) =>
        at < field.top + height - 10 &&
        taken.every((other) => Math.abs(other.y - at) > 22 || Math.abs(other.x - middle) > other.half + half + 6);
      const at = tries.find(isFree);
      if (at === undefined) continue;
      taken.push({ x: middle, y: at, half });
      words += drawRect(middle - half - 3, at - 17, 2 * half + 6, 22, { fill: tone.ground, stroke: 'none' });
      words += drawLabel(middle, at, text, {
        size,
        anchor: 'middle',
        fill: series.length > 1 ? getLineColour(i) : tone.ink,
        weight: 500,
      });
    }
    const dots = points.map(([x, y]) => drawPoint(x, y, i, sheet.rows.length > 20 ? 5 : 8));
    return drawPolyline(points, { stroke: getLineColour(i), 'stroke-width': 3 }) + dots.join('');
  });
  const names = drawNames(sheet, field);
  const body =
    drawAxis(field, sheet.scale === 'log') + words + marks.map((one, i) => wrapSeries(i, one)).join('') + names.body;
  return { body, bottom: names.bottom };
}
