import { drawCallout, drawDimension, lineWidths, pens } from '../drafting.ts';
import type { Random } from '../seeded-random.ts';
import {
  createGroup,
  createPathData,
  drawCircle,
  drawLabel,
  drawPath,
  drawRect,
  formatCoordinate,
  type Point,
  tone,
} from '../svg.ts';
import type { FamilyDrawing } from './plate-family.ts';

const pitch = 9;

/** Returns the parallel of a polyline at a distance, with mitred corners. */
function offsetPolyline(points: readonly Point[], distance: number): Point[] {
  const normals = points.slice(1).map(([x, y], i): Point => {
    const [px, py] = points[i] as Point;
    const length = Math.hypot(x - px, y - py) || 1;
    return [-(y - py) / length, (x - px) / length];
  });
  return points.map(([x, y], i): Point => {
    const a = normals[Math.max(0, i - 1)] as Point;
    const b = normals[Math.min(normals.length - 1, i)] as Point;
    const scale = distance / (1 + a[0] * b[0] + a[1] * b[1]);
    return [x + (a[0] + b[0]) * scale, y + (a[1] + b[1]) * scale];
  });
}

interface Bundle {
  centre: Point[];
  count: number;
}

/**
 * Draws parallel traces. Short traces end in vias; the others end at the connector or at the edge. One trace of a
 * highlighted bundle has the accent colour.
 */
function drawBundle(bundle: Bundle, random: Random, isHighlighted: boolean): string {
  let vias = '';
  let fingers = '';
  const all: string[] = [];
  const chosen = isHighlighted ? random.int(0, bundle.count - 1) : -1;
  const accents: string[] = [];
  for (let i = 0; i < bundle.count; i++) {
    const points = offsetPolyline(bundle.centre, (i - (bundle.count - 1) / 2) * pitch);
    const last = points.at(-1) as Point;
    const atEdge = last[0] < 20 || last[0] > 780;
    if (i !== chosen && random.chance(0.34)) {
      const before = points.at(-2) as Point;
      const cut = random.between(0.15, 0.8);
      const stop: Point = [before[0] + (last[0] - before[0]) * cut, before[1] + (last[1] - before[1]) * cut];
      points[points.length - 1] = stop;
      vias += drawCircle(stop[0], stop[1], 3.4, { fill: tone.ground });
    } else if (atEdge) fingers += `M${last[0] < 20 ? 17 : 783} ${formatCoordinate(last[1])}h${last[0] < 20 ? 24 : -24}`;
    (i === chosen ? accents : all).push(createPathData(points));
  }
  return (
    drawPath(all.join(''), pens.thin) +
    drawPath(fingers, { stroke: tone.inkSoft, 'stroke-width': 5 }) +
    drawPath(accents.join(''), { stroke: tone.accent, 'stroke-width': 3 }) +
    vias
  );
}

/** Draws the contacts below a package; its middle stays free for the die. */
function drawBallGrid(x: number, y: number, w: number, h: number): string {
  let body = '';
  for (let bx = 12; bx <= w - 11; bx += 12) {
    for (let by = 12; by <= h - 11; by += 12) {
      const clear = Math.abs(bx - w / 2) < w * 0.24 && Math.abs(by - h / 2) < h * 0.24;
      if (!clear) body += drawCircle(x + bx, y + by, 3);
    }
  }
  return createGroup(pens.hair, body);
}

/** Draws a square package with pins on its four sides and the mark of pin 1. */
function drawPackage(x: number, y: number, w: number, h: number, name: string, balls: boolean): string {
  let pins = '';
  for (let at = 12; at <= h - 12 + 0.1; at += pitch)
    pins += `M${formatCoordinate(x)} ${formatCoordinate(y + at)}h-9M${formatCoordinate(x + w)} ${formatCoordinate(y + at)}h9`;
  for (let at = 12; at <= w - 12 + 0.1; at += pitch)
    pins += `M${formatCoordinate(x + at)} ${formatCoordinate(y)}v-9M${formatCoordinate(x + at)} ${formatCoordinate(y + h)}v9`;
  return (
    drawPath(pins, { 'stroke-width': 3.4, stroke: tone.inkSoft }) +
    drawRect(x, y, w, h, { fill: tone.ground, 'stroke-width': lineWidths.thick }) +
    (balls ? drawBallGrid(x, y, w, h) : drawRect(x + 9, y + 9, w - 18, h - 18, pens.hair)) +
    (balls ? '' : drawCircle(x + 20, y + 20, 4)) +
    drawLabel(x + w / 2, y + h / 2 + 5, name, { size: 13, anchor: 'middle', fill: tone.ink })
  );
}

function drawPassives(x: number, y: number, count: number, name: string): string {
  let body = '';
  for (let i = 0; i < count; i++) {
    const px = x + i * 20;
    body +=
      drawRect(px, y, 11, 20, { fill: tone.ground }) +
      drawPath(`M${formatCoordinate(px)} ${formatCoordinate(y + 5)}h11m0 10h-11`, pens.hair);
  }
  return body + drawLabel(x, y - 6, name, { size: 10 });
}

/** Draws a meander, which makes a trace as long as the other trace of its pair. */
function drawMeander(x: number, y: number, turns: number, height: number): string {
  let d = `M${formatCoordinate(x)} ${formatCoordinate(y)}h14`;
  for (let i = 0; i < turns; i++) d += `v${-height}h9v${height}h9`;
  return drawPath(`${d}h14`, { 'stroke-width': lineWidths.thin, stroke: tone.ink });
}

function drawHole(x: number, y: number): string {
  return (
    drawCircle(x, y, 10, { fill: tone.ground, 'stroke-width': lineWidths.thin }) +
    drawCircle(x, y, 5, pens.hair) +
    drawPath(`M${x - 16} ${y}h32M${x} ${y - 16}v32`, { 'stroke-width': lineWidths.hair, stroke: tone.lineStrong })
  );
}

/** Returns the vertical distance between the two ends of a bundle. */
function getBundleRise(bundle: Bundle): number {
  return Math.abs((bundle.centre[3] as Point)[1] - (bundle.centre[0] as Point)[1]);
}

/** Draws a printed circuit: a large package, bundles of traces from its sides at 45°, vias, and a matched pair. */
export function drawTraces(random: Random): FamilyDrawing {
  const count = random.int(7, 14);
  const w = random.int(Math.max(6, count - 3), 20) * pitch + 24;
  const h = (count - 1) * pitch + 24;
  const x = random.int(190, 540 - Math.round(w * 0.6));
  const y = Math.round(random.between(0.3, 0.44) * (404 - h));
  const [cx, cy] = [x + w / 2, y + h / 2];
  const bundles: Bundle[] = [];
  const upper = Math.floor(count / 2);
  const offset = (upper * pitch) / 2 + pitch / 2;
  for (const side of [-1, 1] as const) {
    const edge = side < 0 ? 17 : 783;
    const start = cx + side * (w / 2 + 9);
    const room = Math.abs(edge - start);
    for (const up of [-1, 1] as const) {
      const free = up < 0 ? cy - 2 * offset - 80 : (side > 0 ? 330 : 340) - (cy + 2 * offset);
      const rise = Math.max(10, Math.min(free, random.int(40, 110), room - 70));
      const bend = random.between(24, Math.max(26, Math.min(room - rise - 40, 90)));
      const from: Point = [start, cy + up * offset];
      bundles.push({
        count: upper,
        centre: [
          from,
          [start + side * (bend + (up * offset) / 6), from[1]],
          [start + side * (bend + rise + (up * offset) / 6), from[1] + up * rise],
          [edge, from[1] + up * rise],
        ],
      });
    }
  }
  for (const up of [-1, 1] as const) {
    const start = cy + up * (h / 2 + 9);
    const edge = up < 0 ? 17 : 403;
    const lean = (up > 0 ? -1 : random.pick([-1, 1])) * Math.min(44, Math.abs(edge - start) - 48);
    const at = Math.abs(edge - start) < 60 ? 0 : lean;
    bundles.push({
      count: random.int(4, upper + 1),
      centre: [
        [cx, start],
        [cx, start + up * 16],
        [cx + at, start + up * (16 + Math.abs(at))],
        [cx + at, edge],
      ],
    });
  }
  const highlighted = random.int(0, 3);
  const marks = bundles.map((bundle, i) => drawBundle(bundle, random, i === highlighted)).join('');
  // The meander and the capacitors are beside the package, on its wider side, between the two bundles of that side.
  const firstBundle = x + w / 2 > 400 ? 0 : 2;
  const freeHeight = Math.min(...[0, 1].map((i) => getBundleRise(bundles[firstBundle + i] as Bundle)));
  const partsX = firstBundle === 0 ? 60 : 770 - 22 - 170;
  const name = `U${random.int(1, 9)}`;
  const target = bundles[highlighted]?.centre[2] as Point;
  return {
    title: 'ROUTING, LAYER 1',
    scale: `${random.pick([4, 5, 8, 10])}:1`,
    body: createGroup(
      {},
      marks,
      drawPackage(x, y, w, h, name, random.chance(0.45)),
      drawDimension([x, y + h + 40], [x + w, y + h + 40], `${(w / 10).toFixed(1)} mm`, { reach: -28 }),
      freeHeight > 26 ? drawMeander(partsX, cy + 9, random.int(4, 6), 18) : '',
      freeHeight > 54 ? drawPassives(partsX + 4, cy + 30, random.int(3, 6), 'C1') : '',
      drawHole(48, 374),
      drawHole(752, 46),
      drawCallout(
        1,
        [
          target[0] + (highlighted < 2 ? -26 : 26),
          target[1] < cy ? 46 : Math.min(target[1] + 70, highlighted < 2 ? 376 : 338),
        ],
        target,
      ),
    ),
  };
}
