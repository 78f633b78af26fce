import { createHatchPath, drawCallout, drawDimension, lineWidths, pens } from '../drafting.ts';
import type { Random } from '../seeded-random.ts';
import { createGroup, drawCircle, drawLabel, drawPath, drawRect, formatCoordinate, tone } from '../svg.ts';
import type { FamilyDrawing } from './plate-family.ts';

const wallThickness = 9;

/** Draws a door: a gap in the wall, the open leaf, and the arc of its movement. */
function drawDoor(x: number, y: number, size: number, vertical: boolean): string {
  const gap = vertical
    ? drawRect(x - 1, y, wallThickness + 2, size, { fill: tone.ground, stroke: 'none' })
    : drawRect(x, y - 1, size, wallThickness + 2, { fill: tone.ground, stroke: 'none' });
  const leaf = vertical
    ? `M${x} ${y}h${-size}a${size} ${size} 0 0 0 ${size} ${size}`
    : `M${x} ${y + wallThickness}v${size}a${size} ${size} 0 0 0 ${size} ${-size}`;
  return gap + drawPath(leaf, pens.hair);
}

function drawCooler(x: number, y: number, w: number, h: number): string {
  return (
    drawRect(x, y, w, h, { fill: tone.ground, 'stroke-width': lineWidths.thin }) +
    drawPath(`M${x} ${y}l${w} ${h}M${x + w} ${y}l${-w} ${h}`, pens.hair) +
    drawCircle(x + w / 2, y + h / 2, Math.min(w, h) * 0.3, { fill: tone.ground, 'stroke-width': lineWidths.hair })
  );
}

/** Draws a row of cabinets. Some are reserved (crossed), and the one at index `highlighted` has the accent colour. */
function drawCabinetRow(
  x: number,
  y: number,
  count: number,
  w: number,
  h: number,
  random: Random,
  highlighted: number,
): string {
  let body = '';
  let crosses = '';
  for (let i = 0; i < count; i++) {
    if (random.chance(0.14)) crosses += `M${formatCoordinate(x + i * w)} ${y}l${formatCoordinate(w)} ${h}`;
    body += `M${formatCoordinate(x + i * w)} ${y}v${h}`;
  }
  return (
    drawRect(x, y, w * count, h, { fill: tone.ground, 'stroke-width': lineWidths.thin }) +
    drawPath(body + crosses, pens.hair) +
    (highlighted >= 0 ? drawRect(x + highlighted * w, y, w, h, { fill: tone.accent, stroke: tone.accent }) : '')
  );
}

/** Draws the plan of a data hall: walls, column axes, hot and cold aisles, coolers, doors and outer dimensions. */
export function drawFloor(random: Random): FamilyDrawing {
  const [x, y] = [random.int(92, 128), 74];
  const w = random.int(540, 610);
  const h = random.pick([238, 250, 262]);
  const bays = random.int(4, 6);
  const t = wallThickness;
  let axes = '';
  let bubbles = '';
  for (let i = 0; i <= bays; i++) {
    const at = x + (w * i) / bays;
    axes += `M${formatCoordinate(at)} ${y - 18}V${y + h}`;
    bubbles +=
      drawCircle(at, y - 28, 10, { 'stroke-width': lineWidths.hair, fill: tone.ground }) +
      drawLabel(at, y - 24, String(i + 1), { size: 10, anchor: 'middle' });
  }
  for (let i = 0; i <= 2; i++) {
    const at = y + (h * i) / 2;
    axes += `M${x - 18} ${formatCoordinate(at)}H${x + w}`;
    bubbles +=
      drawCircle(x - 28, at, 10, { 'stroke-width': lineWidths.hair, fill: tone.ground }) +
      drawLabel(x - 28, at + 4, 'ABC'[i] as string, { size: 10, anchor: 'middle' });
  }
  const outer = `M${x} ${y}h${w}v${h}h${-w}z`;
  const inner = `M${x + t} ${y + t}v${h - 2 * t}h${w - 2 * t}v${-(h - 2 * t)}z`;
  const walls =
    drawPath(outer, { fill: tone.ground, stroke: 'none' }) +
    drawPath(
      createHatchPath(x, y, w, t, 5) +
        createHatchPath(x, y + h - t, w, t, 5) +
        createHatchPath(x, y, t, h, 5) +
        createHatchPath(x + w - t, y, t, h, 5),
      {
        'stroke-width': 0.7,
        stroke: tone.lineStrong,
      },
    ) +
    drawPath(outer + inner, pens.thick);
  const roomRight = random.chance(0.5);
  const roomWidth = random.int(92, 124);
  const split = roomRight ? x + w - roomWidth : x + roomWidth - t;
  const partition =
    drawRect(split, y + t, t, h - 2 * t, { fill: tone.ground, 'stroke-width': lineWidths.thin }) +
    drawDoor(split, y + h - 92, 34, true);
  const roomX = roomRight ? split + t : x + t;
  const roomInner = roomWidth - 2 * t;
  const half = y + h * random.pick([0.4, 0.5]);
  const rooms =
    drawPath(`M${roomX} ${formatCoordinate(half)}h${roomInner}`, pens.thick) +
    drawLabel(roomX + roomInner / 2, y + t + 22, random.pick(['MMR', 'UPS A']), {
      size: 11,
      anchor: 'middle',
      fill: tone.ink,
    }) +
    drawLabel(roomX + roomInner / 2, half + 20, random.pick(['UPS B', 'STORE', 'STAGE']), {
      size: 11,
      anchor: 'middle',
      fill: tone.ink,
    }) +
    drawCooler(roomX + 10, y + t + 34, 22, 30) +
    drawCooler(roomX + 38, y + t + 34, 22, 30);
  const hallX = roomRight ? x + t : split + t;
  const hallW = w - t - roomWidth;
  const pairs = random.pick([2, 2, 3]);
  const top = y + t + 44;
  const free = h - 2 * t - 44 - 26;
  const depth = pairs === 3 ? 16 : 24;
  const aisle = (free - pairs * 2 * depth) / (pairs * 2 - 1);
  const count = random.int(11, 16);
  const rackX = hallX + 34;
  const rackW = (hallW - 72) / count;
  const highlightedRow = random.int(0, pairs * 2 - 1);
  let rows = '';
  for (let row = 0; row < pairs * 2; row++) {
    const at = Math.round(top + row * (depth + aisle));
    const highlighted = row === highlightedRow ? random.int(0, count - 1) : -1;
    rows += drawCabinetRow(rackX, at, count, rackW, depth, random, highlighted);
    if (row % 2 === 0) {
      const low = at + depth;
      rows += drawPath(createHatchPath(rackX, low, rackW * count, aisle, 7, row % 4 === 0 ? 1 : -1), {
        stroke: tone.line,
        'stroke-width': lineWidths.hair,
      });
      rows += drawPath(
        `M${formatCoordinate(rackX)} ${low}v${formatCoordinate(aisle)}M${formatCoordinate(rackX + rackW * count)} ${low}v${formatCoordinate(aisle)}`,
        {
          stroke: tone.accent,
          'stroke-width': lineWidths.thick,
        },
      );
    }
    if (row % 2 === 0 && aisle > 18) {
      const cy = at + depth + aisle / 2;
      const width = 50;
      rows +=
        drawRect(rackX + (rackW * count) / 2 - width / 2, cy - 8, width, 16, { fill: tone.ground, stroke: 'none' }) +
        drawLabel(rackX + (rackW * count) / 2, cy + 4, 'COLD', { size: 11, anchor: 'middle' });
    }
  }
  const coolers = Array.from({ length: random.int(3, 5) }, (_, i) =>
    drawCooler(hallX + 40 + i * 78, y + t + 4, 44, 22),
  ).join('');
  const tray = rackX + rackW * random.int(3, count - 3);
  // The dimension ends at the last axis that does not meet the title block.
  const axisEnd = x + (w / bays) * Math.floor(((512 - x) / w) * bays);
  return {
    title: 'DATA HALL, PLAN',
    scale: random.pick(['1:100', '1:200']),
    body: createGroup(
      {},
      drawPath(axes, { stroke: tone.lineStrong, 'stroke-width': 0.8, 'stroke-dasharray': '14 4 3 4' }),
      bubbles,
      walls,
      coolers,
      partition,
      rooms,
      rows,
      drawPath(`M${formatCoordinate(tray)} ${y + t}v${h - 2 * t}`, {
        stroke: tone.note,
        'stroke-width': 2,
        'stroke-dasharray': '10 4',
      }),
      drawDoor(hallX + (roomRight ? 30 : hallW - 80), y + h - t, 34, false),
      drawDimension([x, y + h + 44], [axisEnd, y + h + 44], `${((axisEnd - x) / 22).toFixed(2)} m`, { reach: -38 }),
      drawDimension([x + w + 30, y + h - 30], [x + w + 30, y], `${((h - 30) / 22).toFixed(2)} m`, { reach: -24 }),
      drawCallout(1, [tray + 30, y + h - 28], [tray, y + h - 44]),
    ),
  };
}
