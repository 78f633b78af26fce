import {
  createGroup,
  createPathData,
  drawCircle,
  drawLabel,
  drawLine,
  drawPath,
  drawPolyline,
  drawRect,
  formatCoordinate,
  measureText,
  type Point,
  tone,
} from './svg.ts';

/** Line widths in a sheet that is 800 wide. */
export const lineWidths = { hair: 0.9, thin: 1.4, thick: 2.4 } as const;

/** The attributes of lines of these widths. */
export const pens = {
  hair: { 'stroke-width': lineWidths.hair },
  thin: { 'stroke-width': lineWidths.thin },
  thick: { 'stroke-width': lineWidths.thick },
} as const;

/** Draws a square grid of hairlines over a rectangle. */
export function drawGrid(x: number, y: number, width: number, height: number, pitch: number): string {
  let d = '';
  for (let at = x; at <= x + width + 0.01; at += pitch)
    d += `M${formatCoordinate(at)} ${formatCoordinate(y)}v${formatCoordinate(height)}`;
  for (let at = y; at <= y + height + 0.01; at += pitch)
    d += `M${formatCoordinate(x)} ${formatCoordinate(at)}h${formatCoordinate(width)}`;
  return drawPath(d, { stroke: tone.line, 'stroke-width': 0.7, 'stroke-opacity': '0.55' });
}

/**
 * Returns the path of parallel lines inside a rectangle: at 45° for slope 1, at -45° for slope -1, horizontal for slope
 * 0.
 */
export function createHatchPath(
  x: number,
  y: number,
  width: number,
  height: number,
  gap: number,
  slope: -1 | 0 | 1 = 1,
): string {
  const lines: [Point, Point][] = [];
  const pitch = slope === 0 ? gap : gap * Math.SQRT2;
  const end = slope === 0 ? height : width + height;
  for (let at = pitch / 2; at < end; at += pitch) {
    const [startX, startY] = slope === 0 ? [0, at] : [Math.min(at, width), Math.max(0, at - width)];
    const [endX, endY] = slope === 0 ? [width, at] : [Math.max(0, at - height), Math.min(at, height)];
    const orientX = (from: number) => (slope === -1 ? width - from : from);
    lines.push([
      [orientX(startX), startY],
      [orientX(endX), endY],
    ]);
  }
  if (lines.length === 0) return '';
  // Relative coordinates give the same text for every rectangle of a size, which compresses well.
  const [, ...steps] = createPathData([[0, 0], ...lines.flat()]).split('l');
  return `M${formatCoordinate(x)} ${formatCoordinate(y)}${steps.map((step, i) => (i % 2 === 0 ? 'm' : 'l') + step).join('')}`;
}

/** Draws a filled arrowhead with its tip at a point. `angle` is its direction in radians. */
export function drawArrowhead(x: number, y: number, angle: number, length = 9, fill: string = tone.note): string {
  const getCorner = (turn: number): Point => [x - length * Math.cos(angle + turn), y - length * Math.sin(angle + turn)];
  return drawPath(createPathData([[x, y], getCorner(0.3), getCorner(-0.3)], true), { fill, stroke: 'none' });
}

/** Draws a background for a centred label, so that no line crosses the letters. */
export function drawLabelBackground(x: number, y: number, text: string, size: number, turn = 0): string {
  const width = measureText(text, size) + 6;
  return drawRect(x - width / 2, y - size * 0.95, width, size * 1.25, {
    fill: tone.ground,
    stroke: 'none',
    transform: turn === 0 ? undefined : `rotate(${turn} ${formatCoordinate(x)} ${formatCoordinate(y)})`,
  });
}

export interface DimensionOptions {
  /** Length of the extension lines; the sign is the side of the measured object. */
  reach?: number;
  stroke?: string;
  size?: number;
}

/** Draws a dimension: a line with two arrowheads, extension lines, and the value in the middle. */
export function drawDimension(from: Point, to: Point, text: string, options: DimensionOptions = {}): string {
  const { reach = 0, stroke = tone.note, size = 12 } = options;
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const vertical = Math.abs(Math.sin(angle)) > 0.9;
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const gapNeeded = measureText(text, size) + 12;
  const inside = text !== '' && length > gapNeeded + 24;
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const half = inside ? gapNeeded / 2 : 0;
  const cut = (sign: number): Point => [
    middle[0] + sign * half * Math.cos(angle),
    middle[1] + sign * half * Math.sin(angle),
  ];
  const normal: Point = [-Math.sin(angle), Math.cos(angle)];
  const side = reach < 0 ? -1 : 1;
  const drawExtensionLine = ([x, y]: Point) =>
    drawLine(x - normal[0] * 5 * side, y - normal[1] * 5 * side, x + normal[0] * reach, y + normal[1] * reach);
  const away = size * 0.36;
  const turn = vertical ? -90 : Math.round((angle * 180) / Math.PI);
  const shift = inside ? 0 : -side * (size * 0.5 + 5);
  const textX = middle[0] + normal[0] * shift + (vertical ? away : 0);
  const textY = middle[1] + normal[1] * shift + (vertical ? 0 : away);
  return createGroup(
    { stroke, 'stroke-width': lineWidths.hair },
    inside ? drawPolyline([from, cut(-1)]) + drawPolyline([cut(1), to]) : drawPolyline([from, to]),
    drawArrowhead(to[0], to[1], angle, 9, stroke),
    drawArrowhead(from[0], from[1], angle + Math.PI, 9, stroke),
    reach === 0 ? '' : drawExtensionLine(from) + drawExtensionLine(to),
    text === '' ? '' : drawLabelBackground(textX, textY, text, size, turn),
    text === '' ? '' : drawLabel(textX, textY, text, { size, anchor: 'middle', fill: stroke, rotate: turn }),
  );
}

/** Draws a numbered circle with a line to the object that it names. */
export function drawCallout(number: number, at: Point, target: Point, radius = 12): string {
  const angle = Math.atan2(target[1] - at[1], target[0] - at[0]);
  return createGroup(
    { 'stroke-width': 1.2 },
    drawLine(at[0] + radius * Math.cos(angle), at[1] + radius * Math.sin(angle), target[0], target[1]),
    drawCircle(target[0], target[1], 2.8, { fill: tone.ink, stroke: 'none' }),
    drawNumberedCircle(number, at[0], at[1], radius),
  );
}

/** Draws a numbered circle, as in a legend. */
export function drawNumberedCircle(number: number, x: number, y: number, radius = 12): string {
  return (
    drawCircle(x, y, radius, { fill: tone.ground, 'stroke-width': 1.2 }) +
    drawLabel(x, y + radius * 0.38, String(number), { size: radius * 1.05, anchor: 'middle', fill: tone.ink })
  );
}

/** Draws a dash-dotted centre line. */
export function drawCentreLine(from: Point, to: Point, stroke: string = tone.lineStrong): string {
  return drawPolyline([from, to], { stroke, 'stroke-width': lineWidths.hair, 'stroke-dasharray': '14 4 3 4' });
}

/** Draws the border of a sheet with its centring marks. */
export function drawSheetBorder(width: number, height: number, inset: number): string {
  const tick = 8;
  return createGroup(
    { stroke: tone.ink },
    drawRect(inset, inset, width - 2 * inset, height - 2 * inset, pens.thin),
    drawPath(
      `M${width / 2} ${inset - tick}v${2 * tick}M${width / 2} ${height - inset - tick}v${2 * tick}` +
        `M${inset - tick} ${height / 2}h${2 * tick}M${width - inset - tick} ${height / 2}h${2 * tick}`,
      pens.hair,
    ),
  );
}

export interface TitleBlockText {
  title: string;
  number: string;
  scale: string;
}

/** Draws the title block in the lower right corner of the frame, whose edges are `right` and `bottom`. */
export function drawTitleBlock(right: number, bottom: number, block: TitleBlockText): string {
  const width = 248;
  const height = 44;
  const x = right - width;
  const y = bottom - height;
  return createGroup(
    {},
    drawRect(x, y, width, height, { fill: tone.ground, 'stroke-width': lineWidths.thin }),
    drawPath(`M${x} ${y + 24}h${width}M${x + 124} ${y + 24}v20M${x + 196} ${y + 24}v20`, pens.hair),
    drawLabel(x + 10, y + 16, block.title, { size: 11, fill: tone.ink }),
    drawLabel(x + 10, y + 38, block.number, { size: 10 }),
    drawLabel(x + 133, y + 38, block.scale, { size: 10 }),
    drawArrowhead(x + 238, y + 34, 0, 12, tone.accent),
    drawLine(x + 206, y + 34, x + 230, y + 34, { stroke: tone.accent, 'stroke-width': lineWidths.thick }),
  );
}
