import type { Schematic } from '../../contract/entry-fields.ts';
import { coverSize } from '../../contract/picture-variants.ts';
import { drawGrid, drawSheetBorder, lineWidths } from './drafting.ts';
import { createDrawing } from './drawing.ts';
import { memoizeDrawing } from './memoize-drawing.ts';
import { drawRoute, nameSchematic } from './schematic.ts';
import { boxHeight, layOutSchematic, type PlacedBox } from './schematic-layout.ts';
import { createGroup, drawLabel, drawPath, drawRect, formatCoordinate, tone, wrapText } from './svg.ts';

const { width, height } = coverSize;
const inset = 16;
const bottom = height - inset;
/** The list of parts is at the right of this line, its names at the right of `nameLeft`. */
const [listLeft, nameLeft] = [416, 468];

/** Draws a box with its number, in units of the schematic. */
function drawNumberedBox(box: PlacedBox, number: number, scale: number): string {
  const size = 22 / scale;
  return (
    drawRect(box.x, box.y, box.width, boxHeight, { fill: tone.ground, 'stroke-width': 1.6 / scale }) +
    drawLabel(box.x + box.width / 2, box.y + boxHeight / 2 + size * 0.36, String(number), {
      size,
      anchor: 'middle',
      fill: tone.ink,
    })
  );
}

/** Draws the numbered names of the boxes below one another. A list without room for all ends with their number. */
function drawPartsList(names: readonly string[]): string {
  const room = bottom - inset;
  const rowHeight = Math.min(64, Math.max(30, room / names.length));
  const most = Math.floor(room / rowHeight + 0.01);
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const size = rowHeight < 40 ? 17 : 19;
  const measure = width - inset - nameLeft - 12;
  const rows = shown.map((name, index) => {
    const middle = inset + (index + 0.5) * rowHeight;
    const lines = wrapText(name, measure, size).slice(0, rowHeight < 44 ? 1 : 2);
    const first = middle - ((lines.length - 1) * (size + 3)) / 2 + size * 0.36;
    return [
      drawLabel((listLeft + nameLeft) / 2, middle + size * 0.36, String(index + 1), {
        size,
        anchor: 'middle',
        fill: tone.note,
      }),
      ...lines.map((line, at) => drawLabel(nameLeft + 14, first + at * (size + 3), line, { size, fill: tone.ink })),
    ].join('');
  });
  const more = names.length - shown.length;
  if (more > 0)
    rows.push(
      drawLabel(nameLeft + 14, inset + (shown.length + 0.5) * rowHeight + size * 0.36, `${more} MORE`, { size }),
    );
  const rules = rows
    .map((_, index) => inset + (index + 1) * rowHeight)
    .filter((y) => y < bottom - 1)
    .map((y) => `M${listLeft} ${formatCoordinate(y)}H${width - inset}`);
  return createGroup(
    {},
    drawRect(listLeft, inset, width - inset - listLeft, room, { fill: tone.ground, stroke: 'none' }),
    drawPath(rules.join(''), { 'stroke-width': lineWidths.hair, stroke: tone.lineStrong }),
    drawPath(`M${listLeft} ${inset}V${bottom}M${nameLeft} ${inset}v${formatCoordinate(rows.length * rowHeight)}`, {
      'stroke-width': lineWidths.thin,
    }),
    ...rows,
  );
}

/**
 * Draws a schematic as a cover: the whole of it in the left half, its boxes numbered, and a list of their names at the
 * right. Names inside the boxes would be too small.
 */
export const drawSchematicCover = memoizeDrawing((schematic: Schematic) => {
  // Without the words of the links, which need room.
  const links = schematic.links.map(([from, to]): [string, string] => [from, to]);
  const { boxes, routes, height: high } = layOutSchematic({ ...schematic, links });
  const left = Math.min(...boxes.map(({ x }) => x), ...routes.flatMap(({ points }) => points.map(([x]) => x)));
  const right = Math.max(
    ...boxes.map((box) => box.x + box.width),
    ...routes.flatMap(({ points }) => points.map(([x]) => x)),
  );
  // The layout has a margin of 44 above the first rank, and of 24 below the last one.
  const [top, drawn] = [44, high - 44 - 24];
  const scale = Math.min((listLeft - inset - 40) / (right - left), (bottom - inset - 32) / drawn, 0.62);
  const x = (inset + listLeft) / 2 - ((left + right) / 2) * scale;
  const y = height / 2 - (top + drawn / 2) * scale;
  // Numbered in the order of reading: down the ranks, and from the left.
  const ordered = [...boxes].sort((a, b) => a.rank - b.rank || a.x - b.x);
  return createDrawing(
    nameSchematic(schematic),
    width,
    height,
    drawRect(0, 0, width, height, { fill: tone.ground, stroke: 'none' }),
    drawGrid(inset, inset, listLeft - inset, bottom - inset, 32),
    createGroup(
      { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})` },
      ...routes.map((route) => drawRoute(route, 1.5 / scale)),
      ...ordered.map((box, index) => drawNumberedBox(box, index + 1, scale)),
    ),
    // Capitals, as on a drawing: their outlines are shorter.
    drawPartsList(ordered.map(({ label }) => label.toUpperCase())),
    drawSheetBorder(width, height, inset),
  );
});
