import type { Schematic } from '../../contract/entry-fields.ts';
import { arrowhead, frame, grid, weight } from './drafting.ts';
import { createDrawing } from './drawing.ts';
import { memoizeDrawing } from './memoize-drawing.ts';
import { boxHeight, layOut, narrowPaper, type Placed, type Route } from './schematic-layout.ts';
import { circle, group, label, path, rect, round, textWidth, tone, wrap } from './svg.ts';

const small = 20;

function drawBox(box: Placed, size: number): string {
  const lines = wrap(box.label, box.width - 20, size);
  const first = box.y + boxHeight / 2 - ((lines.length - 1) * 26) / 2 + 8;
  return group(
    {},
    rect(box.x, box.y, box.width, boxHeight, { fill: tone.ground, 'stroke-width': weight.thick }),
    path(`M${round(box.x + 8)} ${box.y}v${boxHeight}`, { 'stroke-width': weight.hair, stroke: tone.lineStrong }),
    ...lines.map((text, i) =>
      label(box.x + box.width / 2 + 4, first + i * 26, text, { size, anchor: 'middle', fill: tone.ink }),
    ),
  );
}

function drawRoute(route: Route): string {
  const [start, end] = [route.points[0], route.points.at(-1)];
  if (!start || !end) return '';
  let d = `M${round(start[0])} ${round(start[1])}`;
  for (const [x, y] of route.points.slice(1)) d += `L${round(x)} ${round(y)}`;
  const tip = route.reversed ? start : end;
  const angle = (route.upwardEnd ? -1 : 1) * (route.reversed ? -Math.PI / 2 : Math.PI / 2);
  const tail = route.reversed ? end : start;
  return (
    path(d, { 'stroke-width': 2 }) +
    arrowhead(tip[0], tip[1], angle, 15, tone.ink) +
    circle(tail[0], tail[1], 5, { fill: tone.ground, 'stroke-width': 2 })
  );
}

function drawWord(route: Route): string {
  if (!route.word) return '';
  const { text, x, y } = route.word;
  const width = textWidth(text, small) + 12;
  return (
    rect(x - width / 2, y - 15, width, 30, { fill: tone.ground, stroke: 'none' }) +
    label(x, y + 7, text, { size: small, anchor: 'middle', fill: tone.accent })
  );
}

function nameSchematic({ nodes }: Schematic): string {
  return `Schematic: ${nodes.map((node) => node.label).join(', ')}`;
}

/**
 * Draws a schematic, 800 wide and as high as necessary. The columns of the data become ranks from top to bottom, so that links run
 * downwards on every screen.
 */
export const drawSchematic = memoizeDrawing((schematic: Schematic) => {
  const { boxes, routes, height } = layOut(schematic);
  const total = height + 58;
  const foot = total - 62;
  return createDrawing(
    nameSchematic(schematic),
    800,
    total,
    rect(0, 0, 800, total, { fill: tone.ground, stroke: 'none' }),
    grid(12, 12, 776, total - 24, 40),
    group({}, ...routes.map(drawRoute)),
    group({}, ...boxes.map((box) => drawBox(box, 22))),
    group({}, ...routes.map(drawWord)),
    rect(12, foot, 776, 50, { fill: tone.ground, stroke: 'none' }),
    path(`M12 ${round(foot)}h776M560 ${round(foot)}v50`, { 'stroke-width': weight.thin }),
    label(28, foot + 32, `${schematic.nodes.length} parts, ${schematic.links.length} links`, { size: small }),
    label(576, foot + 32, 'not to scale', { size: small }),
    frame(800, total, 12),
  );
});

/** Draws a schematic for phones, with at most two boxes beside one another. */
export const drawNarrowSchematic = memoizeDrawing((schematic: Schematic) => {
  const { boxes, routes, height } = layOut(schematic, narrowPaper);
  const { sheet: width } = narrowPaper;
  return createDrawing(
    nameSchematic(schematic),
    width,
    height,
    rect(0, 0, width, height, { fill: tone.ground, stroke: 'none' }),
    group({}, ...routes.map(drawRoute)),
    group({}, ...boxes.map((box) => drawBox(box, small))),
    group({}, ...routes.map(drawWord)),
    rect(4, 4, width - 8, height - 8, { 'stroke-width': weight.thin }),
  );
});
