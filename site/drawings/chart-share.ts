import type { DataSheet } from '../../contract/content/entry-fields.ts';
import { type ChartBody, type ChartFormat, drawFilled, wrapSeries } from './chart-parts.ts';
import { formatFigure, listRowLabels, listSeries } from './chart-scale.ts';
import { drawNumberedCircle, pens } from './drafting.ts';
import { drawLabel, drawLabels, drawLine, drawPath, formatCoordinate, measureText, tone, wrapText } from './svg.ts';

const barHeight = 84;

/** Returns the centres of the numbered circles above a bar, moved apart until none overlap. */
function separateCentres(centres: number[], gap: number, end: number): number[] {
  const places = [...centres];
  for (let i = 1; i < places.length; i++) places[i] = Math.max(places[i] as number, (places[i - 1] as number) + gap);
  const over = (places.at(-1) ?? 0) - (end - gap / 2 + 8);
  if (over > 0) {
    places[places.length - 1] = (places.at(-1) as number) - over;
    for (let i = places.length - 2; i >= 0; i--)
      places[i] = Math.min(places[i] as number, (places[i + 1] as number) - gap);
  }
  return places;
}

function formatPercentage(share: number): string {
  const value = share * 100;
  return `${value === 0 ? '0' : value < 0.1 ? value.toPrecision(1) : value.toFixed(1)} %`;
}

/**
 * Draws the parts of a whole: one bar for each series with numbered parts, and below it a row with the value and share
 * of each part.
 */
export function drawShare(sheet: DataSheet, top: number, format: ChartFormat): ChartBody {
  const { left, textSize: size } = format;
  const width = format.isLettered ? format.measure : format.right - left;
  const [radius, gap] = format.isNarrow ? [19.1, 41] : [16.2, 36];
  const names = listRowLabels(sheet);
  let y = top;
  let body = '';
  for (const [index, { name, values }] of listSeries(sheet).entries()) {
    const sum = values.reduce((total, value) => total + value, 0) || 1;
    if (format.isLettered && sheet.columns.length > 2) {
      body += drawLabel(left, y + 18, name, { size, fill: tone.ink, weight: 500 });
      y += 30;
    }
    const numbered = format.isLettered && names.length <= (format.isNarrow ? 10 : 18);
    if (numbered) y += 40;
    let x = left;
    let parts = '';
    const centres = values.map((value, i) => {
      const length = (value / sum) * width;
      parts += drawFilled(x, y, length, barHeight, i);
      x += length;
      return x - length / 2;
    });
    body += wrapSeries(index, parts);
    if (numbered) {
      const balloons = separateCentres(centres, gap, left + width).map((at, i) => {
        const centre = centres[i] as number;
        return drawLine(at, y - 26, centre, y, { 'stroke-width': 1.2 }) + drawNumberedCircle(i + 1, at, y - 28, radius);
      });
      body += balloons.join('');
    }
    y += barHeight;
    if (!format.isLettered) {
      y += 20;
      continue;
    }
    const ticks = Array.from({ length: 11 }, (_, i) => `M${left + (width * i) / 10} ${y}v${i % 5 ? 7 : 12}`).join('');
    body += drawPath(ticks, pens.thin);
    body += [0, 50, 100]
      .map((at) =>
        drawLabel(left + (width * at) / 100, y + 32, `${at} %`, {
          size: format.smallTextSize,
          anchor: at === 0 ? 'start' : at === 50 ? 'middle' : 'end',
        }),
      )
      .join('');
    y += 56;
    const figures = Math.max(...values.map((value) => measureText(formatFigure(value), size)));
    const shares = measureText('00.0 %', size) + 26;
    for (const [i, value] of values.entries()) {
      const lines = wrapText(names[i] as string, width - 84 - (format.isNarrow ? 0 : figures + shares + 20), size);
      body += drawLine(left, y, left + width, y, { stroke: tone.line, 'stroke-width': 1.2 });
      body += drawNumberedCircle(i + 1, left + 14, y + 23, radius) + drawFilled(left + 42, y + 12, 26, 22, i);
      body += drawLabels(left + 84, y + 30, lines, { size, fill: tone.ink });
      // In a narrow chart the value and the share stand below the name.
      if (format.isNarrow) y += lines.length * 25;
      body += drawLabel(left + width - shares, y + 30, formatFigure(value), {
        size,
        anchor: 'end',
        fill: tone.ink,
        weight: 500,
      });
      body += drawLabel(left + width, y + 30, formatPercentage(value / sum), { size, anchor: 'end', fill: tone.note });
      y += 46 + (format.isNarrow ? 0 : (lines.length - 1) * 25);
    }
    body += drawPath(`M${left} ${formatCoordinate(y)}h${width}`, { stroke: tone.line, 'stroke-width': 1.2 });
    y += 26;
  }
  return { body, bottom: format.isLettered ? y - 16 : y };
}
