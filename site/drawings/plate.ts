import type { PlateFamily, TypeWithPages } from '../../contract/content/entry-types.ts';
import { drawGrid, drawSheetBorder, drawTitleBlock } from './drafting.ts';
import { createDrawing, type Drawing } from './drawing.ts';
import { drawCable } from './plates/cable.ts';
import { drawContours } from './plates/contours.ts';
import { drawFloor } from './plates/floor.ts';
import { drawPacket } from './plates/packet.ts';
import type { DrawPlateFamily } from './plates/plate-family.ts';
import { drawRack } from './plates/rack.ts';
import { drawTiming } from './plates/timing.ts';
import { drawTopology } from './plates/topology.ts';
import { drawTraces } from './plates/traces.ts';
import { createRandom, hash } from './seeded-random.ts';
import { drawRect, tone } from './svg.ts';

const families: Record<PlateFamily, DrawPlateFamily> = {
  cable: drawCable,
  contours: drawContours,
  floor: drawFloor,
  packet: drawPacket,
  rack: drawRack,
  timing: drawTiming,
  topology: drawTopology,
  traces: drawTraces,
};

/**
 * Draws the plate of an entry, 800 × 420: a cover for an entry without a drawing of its own. The same type, slug and
 * family give the same plate on every machine.
 */
export function drawPlate(type: TypeWithPages, slug: string, family: PlateFamily): Drawing {
  const seed = `${type}/${slug}`;
  const random = createRandom(seed);
  const drawing = families[family](random);
  const number = String(hash(seed) % 10000).padStart(4, '0');
  return createDrawing(
    drawing.title,
    800,
    420,
    drawRect(0, 0, 800, 420, { fill: tone.ground, stroke: 'none' }),
    drawGrid(16, 16, 768, 388, random.pick([24, 32])),
    drawing.body,
    drawSheetBorder(800, 420, 16),
    drawTitleBlock(784, 404, { title: drawing.title, number: `${type.slice(0, 1)}-${number}`, scale: drawing.scale }),
  );
}
