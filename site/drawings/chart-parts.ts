import type { DataSheet } from '../../contract/entry-fields.ts';
import { hatch, weight } from './drafting.ts';
import { circle, group, path, rect, tone } from './svg.ts';

/** What a kind of chart gives back: its marks and the lowest line it uses. */
export interface Body {
  body: string;
  bottom: number;
}

/** Sizes of letters in a sheet 800 wide. */
export const type = { text: 20, small: 17 } as const;

/** Names the marks of one series for tests and for a page's style sheet. */
export function mark(index: number, body: string): string {
  return group({ 'data-series': String(index) }, body);
}

/**
 * A filled rectangle. Series and parts are told apart by their filling as on a drawing, so that it survives print,
 * forced colours and every kind of sight: solid, hatched, hatched the other way, empty, flat lines, grey.
 */
export function drawFilled(x: number, y: number, width: number, height: number, index: number): string {
  const outline = (extra: Record<string, string | number>) =>
    rect(x, y, Math.max(width, 0.5), height, { 'stroke-width': weight.thin, ...extra });
  const lines = (gap: number, slope: -1 | 0 | 1, stroke: string, thickness: number) =>
    path(hatch(x, y, width, height, gap, slope), { stroke, 'stroke-width': thickness });
  switch (index % 6) {
    case 0:
      return outline({ fill: tone.accent, stroke: tone.accent });
    case 1:
      return outline({ fill: tone.ground }) + lines(6, 1, tone.ink, 1.3);
    case 2:
      return outline({ fill: tone.ground }) + lines(9, -1, tone.note, 2.2);
    case 3:
      return outline({ fill: tone.inkSoft });
    case 4:
      return outline({ fill: tone.ground }) + lines(6, 0, tone.ink, 1.3);
    default:
      return outline({ fill: tone.ground });
  }
}

/** The sign of a series at a point: a disc, a square, a diamond. */
export function drawPoint(x: number, y: number, index: number, size = 8): string {
  if (index % 3 === 0) return circle(x, y, size, { fill: tone.accent, stroke: tone.ground, 'stroke-width': 2 });
  if (index % 3 === 1)
    return rect(x - size + 1, y - size + 1, 2 * size - 2, 2 * size - 2, {
      fill: tone.ground,
      'stroke-width': weight.thick,
    });
  return path(
    `M${Math.round(x * 10) / 10} ${Math.round((y - size - 2) * 10) / 10}l${size + 2} ${size + 2}l${-size - 2} ${size + 2}l${-size - 2} ${-size - 2}z`,
    {
      fill: tone.note,
      stroke: tone.ground,
      'stroke-width': 1.5,
    },
  );
}

/** Colours of lines between points, by series. */
export function lineTone(index: number): string {
  return [tone.accent, tone.ink, tone.note][index % 3] as string;
}

/** The legend's sample of a series, 26 × 22 at its upper left corner. */
export function drawSwatch(kind: DataSheet['kind'], index: number, x: number, y: number): string {
  if (kind === 'bar' || kind === 'column') return drawFilled(x, y, 26, 20, index);
  const stroke = path(`M${x - 2} ${y + 10}h30`, {
    stroke: kind === 'line' ? lineTone(index) : tone.lineStrong,
    'stroke-width': kind === 'line' ? 3 : 1,
  });
  return stroke + drawPoint(x + 13, y + 10, index);
}
