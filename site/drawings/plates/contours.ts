import { createHatchPath, drawCallout, lineWidths, pens } from '../drafting.ts';
import type { Random } from '../seeded-random.ts';
import { createGroup, createPathData, drawCircle, drawLabel, drawPath, drawRect, type Point, tone } from '../svg.ts';
import type { FamilyDrawing } from './plate-family.ts';

const step = 12;
const [left, top, columns, rows] = [16, 16, 64, 33];
/** Least distance between points of a line. A closer point is left out, which shortens the path but not the curve. */
const leastDistance = 9;

type HeightField = (x: number, y: number) => number;

function createHills(random: Random): HeightField {
  const count = random.int(4, 8);
  const list = Array.from({ length: count }, () => ({
    x: random.between(20, 780),
    y: random.between(10, 410),
    rx: random.between(70, 210),
    ry: random.between(50, 130),
    turn: random.between(0, Math.PI),
    height: random.between(0.5, 1) * (random.chance(0.25) ? -0.8 : 1),
  }));
  const phase = random.between(0, 6);
  return (x, y) =>
    list.reduce(
      (sum, hill) => {
        const [dx, dy] = [x - hill.x, y - hill.y];
        const u = (dx * Math.cos(hill.turn) + dy * Math.sin(hill.turn)) / hill.rx;
        const v = (dy * Math.cos(hill.turn) - dx * Math.sin(hill.turn)) / hill.ry;
        return sum + hill.height * Math.exp(-(u * u + v * v));
      },
      0.05 * Math.sin(x / 61 + phase) * Math.cos(y / 47),
    );
}

/** Returns the contour lines of one height as polylines, by the marching squares algorithm. */
function findIsolines(values: number[][], level: number): Point[][] {
  const next = new Map<string, { key: string; point: Point }[]>();
  const points = new Map<string, Point>();
  function addCrossing(c1: number, r1: number, c2: number, r2: number): string {
    const a = values[r1]?.[c1] as number;
    const b = values[r2]?.[c2] as number;
    const t = (level - a) / (b - a);
    const key = `${c1},${r1},${c2},${r2}`;
    points.set(key, [left + (c1 + (c2 - c1) * t) * step, top + (r1 + (r2 - r1) * t) * step]);
    return key;
  }
  function join(a: string, b: string): void {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      next.set(from, [...(next.get(from) ?? []), { key: to, point: points.get(to) as Point }]);
    }
  }
  for (let r = 0; r < rows - 1; r++) {
    for (let c = 0; c < columns; c++) {
      const corners: [number, number][] = [
        [c, r],
        [c + 1, r],
        [c + 1, r + 1],
        [c, r + 1],
      ];
      const cuts: string[] = [];
      for (let i = 0; i < 4; i++) {
        const a = corners[i] as [number, number];
        const b = corners[(i + 1) % 4] as [number, number];
        const above = (values[a[1]]?.[a[0]] as number) > level;
        if (above === (values[b[1]]?.[b[0]] as number) > level) continue;
        const [p, q] = i < 2 ? [a, b] : [b, a];
        cuts.push(addCrossing(p[0], p[1], q[0], q[1]));
      }
      for (let i = 0; i + 1 < cuts.length; i += 2) join(cuts[i] as string, cuts[i + 1] as string);
    }
  }
  const seen = new Set<string>();
  const lines: Point[][] = [];
  function follow(start: string): void {
    const chain: Point[] = [];
    let key: string | undefined = start;
    while (key !== undefined && !seen.has(key)) {
      seen.add(key);
      chain.push(points.get(key) as Point);
      key = next.get(key)?.find((candidate) => !seen.has(candidate.key))?.key;
    }
    const closed = next.get(start)?.length === 2;
    if (closed && chain[0]) chain.push(chain[0]);
    if (chain.length > 3) lines.push(chain);
  }
  for (const [key, neighbours] of next) if (neighbours.length === 1) follow(key);
  for (const key of next.keys()) follow(key);
  return lines;
}

/**
 * Returns a line without the points that are close to their neighbours. Both ends stay, and a line of few points stays
 * whole.
 */
function thinLine(line: readonly Point[]): readonly Point[] {
  const last = line.at(-1) as Point;
  const isFar = ([x, y]: Point, [toX, toY]: Point) => Math.hypot(toX - x, toY - y) > leastDistance;
  const kept = line.slice(0, 1);
  for (const point of line) if (isFar(kept.at(-1) as Point, point) && isFar(point, last)) kept.push(point);
  return kept.length < 4 ? line : [...kept, last];
}

/**
 * Returns path data of quadratic curves through the midpoints of a line's segments. The command `T` names only the end
 * of a curve; its control point is that of the curve before, mirrored at their common point (SVG 2, section 9.3.7).
 * Midpoints must not be rounded, or the mirrored points drift from the line.
 */
function createSmoothPath(line: readonly Point[]): string {
  const points = thinLine(line).map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  const [first, second] = points as [Point, Point];
  const middles = points.slice(1, -1).map(([x, y], i): Point => {
    const [nextX, nextY] = points[i + 2] as Point;
    return [(x + nextX) / 2, (y + nextY) / 2];
  });
  const move = ([x, y]: Point, [fromX, fromY]: Point) => `${x - fromX}${y < fromY ? '' : ' '}${y - fromY}`;
  const steps = middles.map((middle, i) => move(middle, middles[i - 1] ?? first));
  const curves = steps.length > 0 ? `q${move(second, first)} ${steps.join('t')}` : '';
  return `M${first.join(' ')}${curves}l${move(points.at(-1) as Point, middles.at(-1) ?? first)}`;
}

/** Draws the heights between two points, as a section at the lower left of the sheet. */
function drawProfile(field: HeightField, from: Point, to: Point, low: number, high: number): string {
  const [x, y, w, h] = [32, 330, 440, 58];
  const points: Point[] = [];
  for (let i = 0; i <= 44; i++) {
    const t = i / 44;
    const value = field(from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t);
    points.push([x + w * t, y + h - ((value - low) / (high - low)) * (h - 12)]);
  }
  return createGroup(
    {},
    drawRect(16.7, y - 20, x + w + 4, 93.3, { fill: tone.ground, 'stroke-width': lineWidths.hair }),
    drawPath(createHatchPath(x, y, w, h, 11), { stroke: tone.line, 'stroke-width': lineWidths.hair }),
    drawPath(createPathData([[x - 1, y - 6], ...points, [x + w + 1, y - 6]], true), {
      fill: tone.ground,
      stroke: 'none',
    }),
    drawPath(createPathData(points), pens.thick),
    drawPath(`M${x} ${y + h}h${w}`, pens.hair),
    drawLabel(x, y - 6, 'A', { size: 11, fill: tone.accent }),
    drawLabel(x + w, y - 6, 'B', { size: 11, anchor: 'end', fill: tone.accent }),
  );
}

/** Draws the contour lines of random hills, a route across them, and for some seeds the height profile of the route. */
export function drawContours(random: Random): FamilyDrawing {
  const field = createHills(random);
  const values = Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns + 1 }, (_, c) => field(left + c * step, top + r * step)),
  );
  const flat = values.flat();
  const [low, high] = [Math.min(...flat), Math.max(...flat)];
  const count = random.int(13, 18);
  const base = random.int(2, 30) * 10;
  let body = '';
  const words: string[] = [];
  const hasSection = random.chance(0.5);
  const from: Point = [random.int(60, 130), random.int(70, 270)];
  const to: Point = [random.int(660, 740), random.int(70, 270)];
  const getRoutePoint = (t: number): Point => [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
  const isOffRoute = ([x, y]: Point) => Math.abs(getRoutePoint((x - from[0]) / (to[0] - from[0]))[1] - y) > 26;
  const taken: Point[] = [];
  for (let i = 1; i < count; i++) {
    const isIndexContour = i % 4 === 0;
    const lines = findIsolines(values, low + ((high - low) * i) / count);
    body += drawPath(lines.map(createSmoothPath).join(''), {
      'stroke-width': isIndexContour ? 1.9 : lineWidths.hair,
      stroke: isIndexContour ? tone.ink : tone.inkSoft,
    });
    const longest = lines.sort((a, b) => b.length - a.length)[0];
    const at = longest?.find(
      ([x, y], n) =>
        n > 6 &&
        x > 60 &&
        x < 740 &&
        y > 40 &&
        y < (hasSection ? 290 : 330) &&
        isOffRoute([x, y]) &&
        taken.every(([tx, ty]) => Math.hypot(x - tx, y - ty) > 70),
    );
    if (isIndexContour && at) {
      taken.push(at);
      words.push(
        drawRect(at[0] - 15, at[1] - 7, 30, 14, { fill: tone.ground, stroke: 'none' }) +
          drawLabel(at[0], at[1] + 4, String(base + i * 5), { size: 10, anchor: 'middle', fill: tone.ink }),
      );
    }
  }
  let peak: Point = [400, 200];
  for (let r = 4; r < 22; r++) {
    for (let c = 8; c < 54; c++) {
      if ((values[r]?.[c] as number) > field(peak[0], peak[1])) peak = [left + c * step, top + r * step];
    }
  }
  const marks = [0.25, 0.5, 0.75].map((t) =>
    drawCircle(...getRoutePoint(t), 3.6, { fill: tone.ground, stroke: tone.accent, 'stroke-width': 2 }),
  );
  const drawRouteEnd = ([x, y]: Point, name: string) =>
    drawCircle(x, y, 10, { fill: tone.ground, stroke: tone.accent, 'stroke-width': 2 }) +
    drawLabel(x, y + 4.5, name, { size: 12, anchor: 'middle', fill: tone.accent });
  const isPeakNearTop = peak[1] < 110;
  return {
    title: hasSection ? 'CONTOURS, SECTION A-B' : 'CONTOURS AND ROUTE',
    scale: random.pick(['1:2,500', '1:5,000', '1:10,000']),
    body: createGroup(
      {},
      body,
      words.join(''),
      drawPath(createPathData([from, to]), {
        stroke: tone.accent,
        'stroke-width': 2.6,
        'stroke-dasharray': hasSection ? '16 5 3 5' : undefined,
      }),
      marks.join(''),
      drawRouteEnd(from, 'A'),
      drawRouteEnd(to, 'B'),
      drawPath(`M${peak[0] - 6} ${peak[1] + 5}h12l-6 -11z`, { fill: tone.note, stroke: 'none' }),
      drawCallout(1, [peak[0] + (peak[0] > 400 ? -46 : 46), peak[1] + (isPeakNearTop ? 48 : -44)], peak),
      hasSection ? drawProfile(field, from, to, low, high) : '',
    ),
  };
}
