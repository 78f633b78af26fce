import type { Schematic } from '../../contract/content/entry-fields.ts';
import { drawArrowhead, drawGrid, drawSheetBorder, lineWidths, pens } from './drafting.ts';
import { createDrawing } from './drawing.ts';
import { memoizeDrawing } from './memoize-drawing.ts';
import {
  boxHeight,
  type LinkPath,
  layOutSchematic,
  narrowSchematicFormat,
  type PlacedNode,
} from './schematic-layout.ts';
import {
  createGroup,
  drawCircle,
  drawLabel,
  drawLabels,
  drawPath,
  drawRect,
  formatCoordinate,
  measureText,
  tone,
  wrapText,
} from './svg.ts';

const small = 20;

function drawBox(box: PlacedNode, size: number): string {
  const lines = wrapText(box.label, box.width - 20, size);
  const first = box.y + boxHeight / 2 - ((lines.length - 1) * 26) / 2 + 8;
  return createGroup(
    {},
    drawRect(box.x, box.y, box.width, boxHeight, { fill: tone.ground, 'stroke-width': lineWidths.thick }),
    drawPath(`M${formatCoordinate(box.x + 8)} ${box.y}v${boxHeight}`, {
      'stroke-width': lineWidths.hair,
      stroke: tone.lineStrong,
    }),
    drawLabels(box.x + box.width / 2 + 4, first, lines, { size, anchor: 'middle', fill: tone.ink }, 26),
  );
}

/** Draws the line of a link, with an arrowhead at its target and a circle at its source. */
export function drawLink(route: LinkPath): string {
  const [start, end] = [route.points[0], route.points.at(-1)];
  if (!start || !end) return '';
  let d = `M${formatCoordinate(start[0])} ${formatCoordinate(start[1])}`;
  for (const [x, y] of route.points.slice(1)) d += `L${formatCoordinate(x)} ${formatCoordinate(y)}`;
  const tip = route.isReversed ? start : end;
  const angle = (route.hasUpwardEnd ? -1 : 1) * (route.isReversed ? -Math.PI / 2 : Math.PI / 2);
  const tail = route.isReversed ? end : start;
  return (
    drawPath(d, { 'stroke-width': 2 }) +
    drawArrowhead(tip[0], tip[1], angle, 15, tone.ink) +
    drawCircle(tail[0], tail[1], 5, { fill: tone.ground, 'stroke-width': 2 })
  );
}

function drawLinkLabel({ label }: LinkPath): string {
  if (!label) return '';
  const { text, x, y } = label;
  const width = measureText(text, small) + 12;
  return (
    drawRect(x - width / 2, y - 15, width, 30, { fill: tone.ground, stroke: 'none' }) +
    drawLabel(x, y + 7, text, { size: small, anchor: 'middle', fill: tone.accent })
  );
}

export function nameSchematic({ nodes }: Schematic): string {
  return `Schematic: ${nodes.map((node) => node.label).join(', ')}`;
}

/**
 * Draws a schematic, 800 wide and as high as necessary. The columns of the data become ranks from top to bottom, so
 * that links run downwards on every screen.
 */
export const drawSchematic = memoizeDrawing((schematic: Schematic) => {
  const { boxes, routes, height } = layOutSchematic(schematic);
  const total = height + 58;
  const foot = total - 62;
  return createDrawing(
    nameSchematic(schematic),
    800,
    total,
    drawRect(0, 0, 800, total, { fill: tone.ground, stroke: 'none' }),
    drawGrid(12, 12, 776, total - 24, 40),
    createGroup({}, ...routes.map((route) => drawLink(route))),
    createGroup({}, ...boxes.map((box) => drawBox(box, 22))),
    createGroup({}, ...routes.map(drawLinkLabel)),
    drawRect(12, foot, 776, 50, { fill: tone.ground, stroke: 'none' }),
    drawPath(`M12 ${formatCoordinate(foot)}h776M560 ${formatCoordinate(foot)}v50`, pens.thin),
    drawLabel(28, foot + 32, `${schematic.nodes.length} parts, ${schematic.links.length} links`, { size: small }),
    drawLabel(576, foot + 32, 'not to scale', { size: small }),
    drawSheetBorder(800, total, 12),
  );
});

/** Draws a schematic for phones, with at most two boxes beside one another. */
export const drawNarrowSchematic = memoizeDrawing((schematic: Schematic) => {
  const { boxes, routes, height } = layOutSchematic(schematic, narrowSchematicFormat);
  const { width } = narrowSchematicFormat;
  return createDrawing(
    nameSchematic(schematic),
    width,
    height,
    drawRect(0, 0, width, height, { fill: tone.ground, stroke: 'none' }),
    createGroup({}, ...routes.map((route) => drawLink(route))),
    createGroup({}, ...boxes.map((box) => drawBox(box, small))),
    createGroup({}, ...routes.map(drawLinkLabel)),
    drawRect(4, 4, width - 8, height - 8, pens.thin),
  );
});
