import type { DataSheet } from '../../contract/entry-fields.ts';
import { type Body, drawFilled, drawPoint, mark, type } from './chart-parts.ts';
import { formatFigure, formatTick, labelsOf, type Scale, scaleOf, seriesOf } from './chart-scale.ts';
import { weight } from './drafting.ts';
import { group, label, line, path, rect, round, textWidth, tone, wrap } from './svg.ts';

const left = 40;

/** Draws the ticks above the rows, and a hairline from each tick through the rows. */
function drawAxis(scale: Scale, width: number, top: number, bottom: number): string {
  const at = (value: number) => left + scale.at(value) * width;
  let lastEnd = Number.NEGATIVE_INFINITY;
  const words = scale.ticks.map((tick, i) => {
    const text = formatTick(tick);
    const half = textWidth(text, type.small) / 2;
    const x = Math.max(at(tick), left - 14 + half);
    if (x - half < lastEnd + 14) return '';
    lastEnd = x + half;
    return label(x, top + 16, text, { size: type.small, anchor: i === 0 && half > 14 ? 'middle' : 'middle' });
  });
  const d = scale.ticks.map((tick) => `M${round(at(tick))} ${top + 26}V${round(bottom)}`).join('');
  return (
    path(d, { stroke: tone.line, 'stroke-width': 1.2 }) +
    path(`M${left} ${top + 26}h${round(width)}`, { stroke: tone.lineStrong, 'stroke-width': weight.thin }) +
    words.join('')
  );
}

function baseline(top: number, bottom: number): string {
  return line(left, top + 20, left, bottom, { 'stroke-width': weight.thick });
}

/** Draws the mark of a value of zero or less, which a logarithmic scale cannot show. */
function drawNothing(y: number): string {
  return path(`M${left - 6} ${round(y - 7)}l12 14m0 -14l-12 14`, { stroke: tone.note, 'stroke-width': 2 });
}

/** Draws horizontal bars. Under the label of each row is one bar for each series, with its value at the end. */
export function drawBars(sheet: DataSheet, top: number): Body {
  const series = seriesOf(sheet);
  const scale = scaleOf(sheet);
  const figures = Math.max(
    ...series.flatMap((one) => one.values.map((value) => textWidth(formatFigure(value), type.text))),
  );
  const width = 768 - left - figures - 12;
  const dense = sheet.rows.length > 16;
  const thick = series.length === 1 ? (dense ? 20 : 30) : 24;
  const marks = series.map(() => '');
  let words = '';
  let y = top + 44;
  for (const [row, name] of labelsOf(sheet).entries()) {
    const lines = wrap(name, 720, type.text);
    const back = lines.map((text, i) =>
      rect(left + 4, y + i * 25 - 2, textWidth(text, type.text) + 12, 25, { fill: tone.ground, stroke: 'none' }),
    );
    words +=
      back.join('') +
      lines.map((text, i) => label(left + 10, y + 17 + i * 25, text, { size: type.text, fill: tone.ink })).join('');
    y += lines.length * 25 + 4;
    for (const [i, { values }] of series.entries()) {
      const value = values[row] as number;
      const length = scale.at(value) * width;
      marks[i] += drawFilled(left, y, length, thick, i);
      words += label(left + length + 10, y + thick / 2 + 7, formatFigure(value), {
        size: type.text,
        fill: tone.ink,
        weight: 500,
      });
      y += thick + (i === series.length - 1 ? 0 : 5);
    }
    y += dense ? 12 : 20;
  }
  const body = drawAxis(scale, width, top, y) + marks.map((one, i) => mark(i, one)).join('') + baseline(top, y) + words;
  return { body, bottom: y };
}

/** Draws one line of points for each row. With two or three series a bar joins the points, to show the difference. */
export function drawDots(sheet: DataSheet, top: number): Body {
  const series = seriesOf(sheet);
  const scale = scaleOf(sheet);
  const figures = Math.max(
    ...series.flatMap((one) => one.values.map((value) => textWidth(formatFigure(value), type.text))),
  );
  const width = 768 - left - (series.length === 1 ? figures + 20 : figures / 2);
  const marks = series.map(() => '');
  let words = '';
  let under = '';
  let y = top + 48;
  for (const [row, name] of labelsOf(sheet).entries()) {
    const lines = wrap(name, 720, type.text);
    words += lines
      .map(
        (text, i) =>
          rect(left + 4, y + i * 25 - 2, textWidth(text, type.text) + 12, 25, { fill: tone.ground, stroke: 'none' }) +
          label(left + 10, y + 17 + i * 25, text, { size: type.text, fill: tone.ink }),
      )
      .join('');
    y += lines.length * 25 + 18;
    const places = series.map(({ values }) => left + scale.at(values[row] as number) * width);
    under += path(`M${left} ${round(y)}h${round(width)}`, {
      stroke: tone.lineStrong,
      'stroke-width': weight.hair,
      'stroke-dasharray': '2 6',
    });
    // A line from the edge would be a length, which a logarithmic scale cannot show.
    const from = series.length === 1 && sheet.scale === 'linear' ? left : Math.min(...places);
    under += line(from, y, Math.max(...places), y, { 'stroke-width': weight.thick });
    const order = places.map((x, i) => ({ x, i })).sort((a, b) => a.x - b.x);
    let end = Number.NEGATIVE_INFINITY;
    let level = 0;
    for (const { x, i } of order) {
      const value = series[i]?.values[row] as number;
      const none = sheet.scale === 'log' && value <= 0;
      marks[i] += none ? drawNothing(y) : drawPoint(x, y, i, 9);
      const text = formatFigure(value);
      const half = textWidth(text, type.text) / 2;
      if (series.length === 1) words += label(x + 18, y + 7, text, { size: type.text, fill: tone.ink, weight: 500 });
      else {
        const middle = Math.max(x, left + half);
        level = middle - half < end + 10 ? level + 1 : 0;
        end = middle + half;
        words += label(middle, y + 33 + level * 24, text, {
          size: type.text,
          anchor: 'middle',
          fill: tone.ink,
          weight: 500,
        });
      }
    }
    y += series.length === 1 ? 34 : 58 + (series.length - 1) * 12;
  }
  const body =
    drawAxis(scale, width, top, y) +
    group({}, under) +
    baseline(top, y) +
    marks.map((one, i) => mark(i, one)).join('') +
    words;
  return { body, bottom: y };
}
