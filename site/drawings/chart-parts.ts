import type { DataSheet } from '../../contract/content/entry-fields.ts';
import { createHatchPath, lineWidths } from './drafting.ts';
import { createGroup, drawCircle, drawPath, drawRect, tone } from './svg.ts';

/** The marks of a part of a chart, and the y coordinate below them, where the next part begins. */
export interface ChartBody {
  body: string;
  bottom: number;
}

/** The width, margins and font sizes of a chart, in units of its view box. */
export interface ChartFormat {
  width: number;
  /** Distance of the border from the edge. */
  inset: number;
  left: number;
  right: number;
  /** Greatest width of a line of text. */
  measure: number;
  textSize: number;
  smallTextSize: number;
  isNarrow: boolean;
  /** False for a cover, on which letters would be too small to read: names and figures then take no room. */
  isLettered: boolean;
}

export const wideChartFormat: ChartFormat = {
  width: 800,
  inset: 12,
  left: 40,
  right: 768,
  measure: 720,
  textSize: 20,
  smallTextSize: 17,
  isNarrow: false,
  isLettered: true,
};

/** For phones: text of 20 units is 12 px high where the drawing is 280 px wide. */
export const narrowChartFormat: ChartFormat = {
  width: 460,
  inset: 4,
  left: 16,
  right: 444,
  measure: 408,
  textSize: 20,
  smallTextSize: 20,
  isNarrow: true,
  isLettered: true,
};

/** For covers. Labels of size 0 have no width. */
export const coverChartFormat: ChartFormat = { ...wideChartFormat, textSize: 0, smallTextSize: 0, isLettered: false };

/** Groups the marks of one series, so that tests and style sheets can select them. */
export function wrapSeries(index: number, body: string): string {
  return createGroup({ 'data-series': String(index) }, body);
}

/**
 * Draws a filled rectangle. Patterns and not colours distinguish series and parts, so that they differ in print, with
 * forced colours and for colour-blind readers: solid, two hatchings, grey, horizontal lines, empty.
 */
export function drawFilled(x: number, y: number, width: number, height: number, index: number): string {
  const outline = (extra: Record<string, string | number>) =>
    drawRect(x, y, Math.max(width, 0.5), height, { 'stroke-width': lineWidths.thin, ...extra });
  const drawHatch = (gap: number, slope: -1 | 0 | 1, stroke: string, thickness: number) =>
    drawPath(createHatchPath(x, y, width, height, gap, slope), { stroke, 'stroke-width': thickness });
  switch (index % 6) {
    case 0:
      return outline({ fill: tone.accent, stroke: tone.accent });
    case 1:
      return outline({ fill: tone.ground }) + drawHatch(6, 1, tone.ink, 1.3);
    case 2:
      return outline({ fill: tone.ground }) + drawHatch(9, -1, tone.note, 2.2);
    case 3:
      return outline({ fill: tone.inkSoft });
    case 4:
      return outline({ fill: tone.ground }) + drawHatch(6, 0, tone.ink, 1.3);
    default:
      return outline({ fill: tone.ground });
  }
}

/** Draws the symbol of a series at a point: a disc, a square or a diamond. */
export function drawPoint(x: number, y: number, index: number, size = 8): string {
  if (index % 3 === 0) return drawCircle(x, y, size, { fill: tone.accent, stroke: tone.ground, 'stroke-width': 2 });
  if (index % 3 === 1)
    return drawRect(x - size + 1, y - size + 1, 2 * size - 2, 2 * size - 2, {
      fill: tone.ground,
      'stroke-width': lineWidths.thick,
    });
  return drawPath(
    `M${Math.round(x * 10) / 10} ${Math.round((y - size - 2) * 10) / 10}l${size + 2} ${size + 2}l${-size - 2} ${size + 2}l${-size - 2} ${-size - 2}z`,
    {
      fill: tone.note,
      stroke: tone.ground,
      'stroke-width': 1.5,
    },
  );
}

/** Returns the colour of the line between the points of a series. */
export function getLineColour(index: number): string {
  return [tone.accent, tone.ink, tone.note][index % 3] as string;
}

/** Draws the sample of a series in the legend, 26 × 22; `x` and `y` are its upper left corner. */
export function drawSwatch(kind: DataSheet['kind'], index: number, x: number, y: number): string {
  if (kind === 'bar' || kind === 'column') return drawFilled(x, y, 26, 20, index);
  const stroke = drawPath(`M${x - 2} ${y + 10}h30`, {
    stroke: kind === 'line' ? getLineColour(index) : tone.lineStrong,
    'stroke-width': kind === 'line' ? 3 : 1,
  });
  return stroke + drawPoint(x + 13, y + 10, index);
}
