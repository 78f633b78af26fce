import { createHatchPath, drawCallout, drawDimension, lineWidths, pens } from '../drafting.ts';
import type { Random } from '../seeded-random.ts';
import {
  createGroup,
  createPathData,
  drawCircle,
  drawLabel,
  drawPath,
  drawRect,
  formatCoordinate,
  measureText,
  type Point,
  tone,
} from '../svg.ts';
import type { FamilyDrawing } from './plate-family.ts';

interface Device {
  units: number;
  name: string;
  draw: (x: number, y: number, w: number, h: number) => string;
}

/** Returns the size of the cells of a grid, and the position of each within the grid. */
function layOutCells(w: number, h: number, columns: number, rows: number, gap: number) {
  const width = (w - gap * (columns - 1)) / columns;
  const height = (h - gap * (rows - 1)) / rows;
  const places = Array.from({ length: rows * columns }, (_, i): Point => {
    const row = Math.floor(i / columns);
    return [(i - row * columns) * (width + gap), row * (height + gap)];
  });
  return { width, height, places };
}

/** Draws a grid of cells as one path. Relative coordinates make equal grids equal texts, which compress well. */
function drawCells(x: number, y: number, ...measures: Parameters<typeof layOutCells>): string {
  const { width, height, places } = layOutCells(...measures);
  const box = `h${formatCoordinate(width)}v${formatCoordinate(height)}h${formatCoordinate(-width)}z`;
  const [, ...steps] = createPathData(places).split('l');
  const others = steps.map((step) => `m${step}${box}`).join('');
  return drawPath(`M${formatCoordinate(x)} ${formatCoordinate(y)}${box}${others}`, pens.hair);
}

/** Draws a row of rings that guide cables. */
function drawCableRings(x: number, y: number, w: number, h: number): string {
  const { width, height, places } = layOutCells(w, h, 5, 1, 8);
  const drawRing = ([dx]: Point) => drawRect(x + dx, y, width, height, { rx: 2.5 });
  return createGroup(pens.hair, ...places.map(drawRing));
}

const devices: readonly Device[] = [
  {
    units: 1,
    name: 'SWITCH, 48 × 25G',
    draw: (x, y, w, h) =>
      drawCells(x + 8, y + 3, w - 34, h - 6, 16, 2, 1.5) + drawCells(x + w - 22, y + 3, 16, h - 6, 2, 1, 2),
  },
  {
    units: 1,
    name: 'PATCH PANEL, LC',
    draw: (x, y, w, h) => {
      let body = '';
      for (let i = 0; i < 12; i++) body += drawCircle(x + 12 + (i * (w - 24)) / 11, y + h / 2, Math.min(3, h / 2 - 3));
      return createGroup(pens.hair, body);
    },
  },
  {
    units: 1,
    name: 'SERVER, 1U',
    draw: (x, y, w, h) =>
      drawCells(x + 6, y + 3, w * 0.6, h - 6, 4, 1, 2) +
      drawPath(createHatchPath(x + w * 0.68, y + 3, w * 0.2, h - 6, 3), pens.hair) +
      drawCircle(x + w - 8, y + h / 2, 1.8, { fill: tone.accent, stroke: 'none' }),
  },
  {
    units: 2,
    name: 'STORAGE, 12 BAYS',
    draw: (x, y, w, h) =>
      drawCells(x + 6, y + 3, w - 22, h - 6, 4, 3, 2) +
      drawCircle(x + w - 8, y + 8, 1.8, { fill: tone.accent, stroke: 'none' }),
  },
  {
    units: 2,
    name: 'SERVER, 2U, 24 × NVMe',
    draw: (x, y, w, h) =>
      drawCells(x + 6, y + 4, w - 22, h - 8, 24, 1, 1) +
      drawPath(`M${formatCoordinate(x + w - 8)} ${formatCoordinate(y + 6)}v${formatCoordinate(h - 12)}`),
  },
  {
    units: 3,
    name: 'UPS, 3 kVA',
    draw: (x, y, w, h) =>
      drawPath(createHatchPath(x + 8, y + 6, w * 0.3, h - 12, 4, 0), pens.hair) +
      drawPath(createHatchPath(x + w - 8 - w * 0.3, y + 6, w * 0.3, h - 12, 4, 0), pens.hair) +
      drawRect(x + w * 0.4, y + h * 0.25, w * 0.2, h * 0.5),
  },
  { units: 1, name: 'CABLE MANAGER', draw: (x, y, w, h) => drawCableRings(x + 10, y + h * 0.3, w - 20, h * 0.4) },
  {
    units: 4,
    name: 'CHASSIS, 8 BLADES',
    draw: (x, y, w, h) =>
      drawCells(x + 6, y + 4, w - 12, h - 14, 8, 1, 2) + drawCells(x + 6, y + h - 8, w - 12, 4, 6, 1, 4),
  },
];

interface PlacedDevice {
  x: number;
  y: number;
  h: number;
  device: Device;
}

/** Draws the front view of cabinets with their devices, and a numbered legend. */
export function drawRack(random: Random): FamilyDrawing {
  const racks = random.int(1, 3);
  const units = random.pick([18, 20, 22, 24]);
  const [top, bottom] = [54, 376];
  const u = (bottom - top) / units;
  const w = racks === 1 ? 230 : racks === 2 ? 170 : 128;
  const gap = racks === 3 ? 14 : 34;
  const left = racks === 1 ? 130 : 92;
  let body = '';
  const placed: PlacedDevice[] = [];
  for (let r = 0; r < racks; r++) {
    const x = left + r * (w + gap);
    body += drawRect(x - 9, top - 8, w + 18, bottom - top + 16, {
      'stroke-width': lineWidths.thick,
      fill: tone.ground,
    });
    body += drawRect(x, top, w, bottom - top, pens.thin);
    let holes = '';
    for (let i = 0; i <= units; i++)
      holes += `M${formatCoordinate(x - 9)} ${formatCoordinate(top + i * u)}h9M${formatCoordinate(x + w)} ${formatCoordinate(top + i * u)}h9`;
    body += drawPath(holes, { 'stroke-width': lineWidths.hair, stroke: tone.lineStrong });
    let at = 0;
    while (at < units) {
      const empty = random.chance(0.24) ? random.int(1, 2) : 0;
      if (empty > 0 && at > 1) {
        const h = Math.min(empty, units - at) * u;
        body += drawPath(createHatchPath(x, top + at * u, w, h, 9, r % 2 ? 1 : -1), {
          stroke: tone.line,
          'stroke-width': lineWidths.hair,
        });
        at += empty;
        continue;
      }
      const device = random.pick(devices.filter((candidate) => candidate.units <= units - at));
      const run = device.units === 1 && device.name.startsWith('SERVER') ? random.int(2, 4) : 1;
      for (let i = 0; i < run && at + device.units <= units; i++) {
        const y = top + at * u;
        const h = device.units * u;
        body += drawRect(x, y, w, h, { fill: tone.ground, 'stroke-width': lineWidths.thin }) + device.draw(x, y, w, h);
        placed.push({ x, y, h, device });
        at += device.units;
      }
    }
    body += drawLabel(x + w / 2, top - 16, `R${String(r + 1).padStart(2, '0')}`, {
      size: 11,
      anchor: 'middle',
      fill: tone.ink,
    });
  }
  for (let i = 0; i < units; i += 5)
    body += drawLabel(left - 16, bottom - i * u - u / 2 + 3, String(i + 1), { size: 9, anchor: 'end' });
  const right = left + racks * w + (racks - 1) * gap;
  const last = placed.filter((item) => item.x === left + (racks - 1) * (w + gap));
  const labelled: PlacedDevice[] = [];
  for (const item of random.shuffle(last)) {
    if (labelled.length < 4 && !labelled.some((other) => other.device.name === item.device.name)) labelled.push(item);
  }
  labelled.sort((a, b) => a.y - b.y);
  const span = 250 / labelled.length;
  const column = right + (racks === 3 ? 44 : 70);
  for (const [i, item] of labelled.entries()) {
    const y = 70 + i * span;
    const name = item.device.name;
    body += drawCallout(i + 1, [column, y], [item.x + w - 6, item.y + item.h / 2]);
    if (column + 22 + measureText(name, 11) < 768)
      body += drawLabel(column + 22, y + 4, name, { size: 11, fill: tone.ink });
    else body += drawLabel(column + 22, y + 4, name.split(',')[0] as string, { size: 11, fill: tone.ink });
  }
  const highlighted = random.pick(placed);
  body += drawRect(highlighted.x, highlighted.y, w, highlighted.h, { stroke: tone.accent, 'stroke-width': 3 });
  return {
    title: 'RACK ELEVATION',
    scale: random.pick(['1:10', '1:12', '1:20']),
    body: createGroup(
      {},
      drawPath(`M17 ${bottom + 8}H${right + 34}`, pens.thick),
      body,
      drawDimension([56, bottom], [56, top], `${units}U  ${Math.round(units * 44.45).toLocaleString('en-GB')} mm`, {
        reach: 20,
      }),
    ),
  };
}
