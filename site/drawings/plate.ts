import type { EntryType } from '../../contract/entry-types.ts';
import { frame, grid, titleBlock } from './drafting.ts';
import { drawCable } from './plates/cable.ts';
import { drawContours } from './plates/contours.ts';
import { drawFloor } from './plates/floor.ts';
import { drawPacket } from './plates/packet.ts';
import type { Family } from './plates/plate-family.ts';
import { drawRack } from './plates/rack.ts';
import { drawTiming } from './plates/timing.ts';
import { drawTopology } from './plates/topology.ts';
import { drawTraces } from './plates/traces.ts';
import { createRandom, hash } from './seeded-random.ts';
import { rect, svgDocument, tone } from './svg.ts';

/** What suits a type; a family named twice comes twice as often. */
const families: Record<EntryType, readonly Family[]> = {
  BLOG: [drawContours, drawTopology, drawTiming, drawTraces, drawCable, drawRack, drawPacket],
  TRIVIA: [drawPacket, drawPacket, drawCable, drawTraces, drawTiming, drawRack],
  INFOGRAPHIC: [drawContours, drawContours, drawTiming, drawFloor, drawCable],
  SERVICE: [drawFloor, drawTopology, drawRack, drawCable, drawContours],
  PLAN: [drawRack, drawFloor, drawTopology],
  MICROSERVICE: [drawTraces, drawTiming, drawPacket, drawTopology, drawContours],
  APP: [drawTraces, drawTiming, drawContours, drawPacket, drawTopology],
  PAGE: [drawContours, drawFloor, drawTopology, drawRack, drawCable, drawTiming],
};

/**
 * The plate of an entry: an 800 × 420 SVG document, the same for the same type and slug on every machine.
 * The marks are in `<g id="drawing">`, so that a page can refer to them and lend its own colours.
 */
export function drawPlate(type: EntryType, slug: string): string {
  const seed = `${type}/${slug}`;
  const random = createRandom(seed);
  const drawing = random.pick(families[type])(random);
  const number = String(hash(seed) % 10000).padStart(4, '0');
  return svgDocument(
    800,
    420,
    drawing.title,
    rect(0, 0, 800, 420, { fill: tone.ground, stroke: 'none' }),
    grid(16, 16, 768, 388, random.pick([24, 32])),
    drawing.body,
    frame(800, 420, 16),
    titleBlock(784, 404, { title: drawing.title, number: `${type.slice(0, 1)}-${number}`, scale: drawing.scale }),
  );
}
