import type { Schematic } from '../../contract/content/entry-fields.ts';
import { coverSize } from '../../contract/content/picture-variants.ts';
import { drawGrid, drawSheetBorder, lineWidths } from './drafting.ts';
import { createDrawing } from './drawing.ts';
import { memoizeDrawing } from './memoize-drawing.ts';
import { drawLink, nameSchematic } from './schematic.ts';
import { boxHeight, layOutSchematic, type PlacedNode, type SchematicFormat } from './schematic-layout.ts';
import { createGroup, drawPath, drawRect, formatCoordinate, tone } from './svg.ts';

const { width, height } = coverSize;
const inset = 16;

/** The format before the drawing is turned on its side. It is then as high as a cover, with boxes wider than high. */
const format: SchematicFormat = { width: 420, margin: 28, mostBoxes: Number.POSITIVE_INFINITY, mostBoxWidth: 68 };

/**
 * Draws a box before the drawing is turned: rules stand for the words of its name. The part with most links is filled.
 */
function drawUnletteredBox(box: PlacedNode, isHub: boolean): string {
  const words = box.label.split(' ').slice(0, 2);
  const rules = words.map((word, index) => {
    const x = box.x + box.width / 2 + (index - (words.length - 1) / 2) * 16;
    return `M${formatCoordinate(x)} ${box.y + 20}v${Math.min(word.length * 6, boxHeight - 36)}`;
  });
  return (
    drawRect(box.x, box.y, box.width, boxHeight, {
      fill: isHub ? tone.accent : tone.ground,
      'stroke-width': lineWidths.thick,
    }) +
    drawPath(rules.join(''), { stroke: isHub ? tone.ground : tone.inkSoft, 'stroke-width': 5, 'stroke-opacity': '.4' })
  );
}

/** Returns the part with most links, the first of several. */
function findHub({ nodes, links }: Schematic): string | undefined {
  const count = (id: string) => links.filter(([from, to]) => from === id || to === id).length;
  return [...nodes].sort((a, b) => count(b.id) - count(a.id))[0]?.id;
}

/**
 * Draws a schematic as a cover, without lettering: its ranks run from the left to the right, as wide as the cover.
 */
export const drawSchematicCover = memoizeDrawing((schematic: Schematic) => {
  // Omits the labels of the links, which would need room.
  const links = schematic.links.map(([from, to]): [string, string] => [from, to]);
  const { boxes, routes } = layOutSchematic({ ...schematic, links }, format);
  const hub = findHub(schematic);
  const points = [
    ...routes.flatMap((route) => route.points),
    ...boxes.flatMap((box) => [[box.x, box.y] as const, [box.x + box.width, box.y + boxHeight] as const]),
  ];
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((width - 2 * inset - 64) / (bottom - top), (height - 2 * inset - 56) / (right - left), 1.1);
  // The transform swaps x and y, which reflects the drawing at the diagonal.
  const [x, y] = [width / 2 - ((top + bottom) / 2) * scale, height / 2 - ((left + right) / 2) * scale];
  const factor = scale.toFixed(4);
  return createDrawing(
    nameSchematic(schematic),
    width,
    height,
    drawRect(0, 0, width, height, { fill: tone.ground, stroke: 'none' }),
    drawGrid(inset, inset, width - 2 * inset, height - 2 * inset, 32),
    createGroup(
      { transform: `matrix(0 ${factor} ${factor} 0 ${x.toFixed(1)} ${y.toFixed(1)})` },
      ...routes.map((route) => drawLink(route)),
      ...boxes.map((box) => drawUnletteredBox(box, box.id === hub)),
    ),
    drawSheetBorder(width, height, inset),
  );
});
