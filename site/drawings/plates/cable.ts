import { createHatchPath, drawCallout, drawCentreLine, drawDimension, lineWidths, pens } from '../drafting.ts';
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

interface CableSection {
  title: string;
  body: string;
  /** The layers that numbered circles point at, from the sheath inwards. */
  parts: { name: string; radius: number }[];
  /** Outer diameter in millimetres. */
  diameter: number;
}

function placeOnCircle(cx: number, cy: number, radius: number, count: number, turn = 0): Point[] {
  return Array.from({ length: count }, (_, i): Point => {
    const angle = turn + (i * 2 * Math.PI) / count;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
}

/** Draws the wall of a tube with short strokes across it, the symbol for rubber and plastic in technical drawings. */
function drawTubeWall(cx: number, cy: number, inner: number, outer: number): string {
  const count = Math.round(outer * 0.62);
  let d = '';
  for (let i = 0; i < count; i++) {
    const a = (i * 2 * Math.PI) / count;
    const b = a + 0.07;
    d += `M${formatCoordinate(cx + inner * Math.cos(a))} ${formatCoordinate(cy + inner * Math.sin(a))}L${formatCoordinate(cx + outer * Math.cos(b))} ${formatCoordinate(cy + outer * Math.sin(b))}`;
  }
  return (
    drawCircle(cx, cy, outer, { 'stroke-width': lineWidths.thick, fill: tone.ground }) +
    drawPath(d, { 'stroke-width': 0.7, stroke: tone.lineStrong }) +
    drawCircle(cx, cy, inner, { 'stroke-width': lineWidths.thin, fill: tone.ground })
  );
}

/** Returns how many circles of radius `each` fit on a circle without overlapping. */
function countFittingCircles(radius: number, each: number): number {
  return Math.floor(Math.PI / Math.asin(each / radius));
}

function drawFibreCable(cx: number, cy: number, r: number, random: Random): CableSection {
  const tubes = random.pick([6, 8, 12]);
  const armoured = random.chance(0.6);
  let body = drawTubeWall(cx, cy, r - 13, r);
  let inner = r - 13;
  if (armoured) {
    const wire = 5.4;
    const count = countFittingCircles(inner - wire - 1, wire);
    body += createGroup(
      pens.hair,
      ...placeOnCircle(cx, cy, inner - wire - 1, count).map(([x, y]) => drawCircle(x, y, wire)),
    );
    inner -= wire * 2 + 4;
    body += drawCircle(cx, cy, inner, pens.thin);
    inner -= 4;
  }
  const sine = Math.sin(Math.PI / tubes);
  const tube = (inner * sine) / (1 + sine) - 1.5;
  const highlighted = random.int(0, tubes - 1);
  const fibres = tubes === 12 ? 4 : random.pick([6, 12]);
  const turn = random.between(0, 1);
  for (const [i, [x, y]] of placeOnCircle(cx, cy, inner - tube - 1, tubes, turn).entries()) {
    body += drawCircle(x, y, tube, {
      stroke: i === highlighted ? tone.accent : undefined,
      'stroke-width': i === highlighted ? 3 : lineWidths.thin,
    });
    const small = fibres === 12 ? tube * 0.17 : tube * 0.22;
    const outer = fibres === 12 ? placeOnCircle(x, y, tube * 0.72, 9, i) : placeOnCircle(x, y, tube * 0.58, fibres, i);
    const dots = fibres === 12 ? [...outer, ...placeOnCircle(x, y, tube * 0.27, 3, i)] : outer;
    body += createGroup(
      { 'stroke-width': lineWidths.hair, fill: i === highlighted ? tone.accent : undefined },
      ...dots.map(([fx, fy]) => drawCircle(fx, fy, small)),
    );
  }
  const core = inner - 2 * tube - 5;
  if (core > 5)
    body +=
      drawCircle(cx, cy, core, pens.thin) + drawCircle(cx, cy, core * 0.45, { fill: tone.inkSoft, stroke: 'none' });
  const parts = [
    { name: 'SHEATH, PE', radius: r - 6 },
    ...(armoured ? [{ name: 'STEEL WIRE', radius: r - 19 }] : []),
    { name: 'LOOSE TUBE', radius: inner - tube - 1 },
    { name: 'STRENGTH MEMBER', radius: Math.max(3, core * 0.7) },
  ];
  return {
    title: `FIBRE CABLE, ${tubes} × ${fibres}`,
    body,
    parts,
    diameter: armoured ? 16.5 + tubes / 4 : 10.5 + tubes / 4,
  };
}

function drawPowerCable(cx: number, cy: number, r: number, random: Random): CableSection {
  const cores = random.pick([3, 4, 5]);
  let body = drawTubeWall(cx, cy, r - 15, r);
  const inner = r - 17;
  const sine = Math.sin(Math.PI / cores);
  const core = (inner * sine) / (1 + sine) - 1;
  const turn = random.between(0, 2);
  const highlighted = random.int(0, cores - 1);
  for (const [i, [x, y]] of placeOnCircle(cx, cy, inner - core, cores, turn).entries()) {
    const insulation = core * 0.22;
    body += drawCircle(x, y, core, pens.thin);
    body += drawCircle(x, y, core - insulation, {
      'stroke-width': i === highlighted ? 3 : lineWidths.thin,
      stroke: i === highlighted ? tone.accent : undefined,
    });
    const room = core - insulation - 1.5;
    const strand = room / 5;
    const strands = [
      [x, y] as Point,
      ...placeOnCircle(x, y, strand * 2, 6, i),
      ...placeOnCircle(x, y, strand * 4, 12, i),
    ];
    body += createGroup(pens.hair, ...strands.map(([sx, sy]) => drawCircle(sx, sy, strand * 0.95)));
  }
  body += drawCircle(cx, cy, Math.max(6, (inner - 2 * core) * 0.8), pens.hair);
  const square = random.pick([16, 25, 50, 95]);
  const parts = [
    { name: 'SHEATH, LSZH', radius: r - 7 },
    { name: 'FILLER', radius: inner - 4 },
    { name: 'CONDUCTOR, CU', radius: inner - core },
  ];
  return {
    title: `POWER CABLE, ${cores} × ${square} mm²`,
    body,
    parts,
    diameter: 12 + Math.sqrt(square * cores) * 1.6,
  };
}

function drawPairCable(cx: number, cy: number, r: number, random: Random): CableSection {
  let body = drawTubeWall(cx, cy, r - 12, r);
  const foil = random.chance(0.5);
  if (foil) body += drawCircle(cx, cy, r - 17, { 'stroke-width': lineWidths.thin, 'stroke-dasharray': '9 3' });
  const inner = r - 20;
  const turn = random.between(0, 1.5);
  let d = '';
  for (let i = 0; i < 2; i++) {
    const a = turn + (i * Math.PI) / 2;
    for (const side of [-6, 6]) {
      const [ox, oy] = [-Math.sin(a) * side, Math.cos(a) * side];
      d += `M${formatCoordinate(cx - inner * Math.cos(a) + ox)} ${formatCoordinate(cy - inner * Math.sin(a) + oy)}L${formatCoordinate(cx + inner * Math.cos(a) + ox)} ${formatCoordinate(cy + inner * Math.sin(a) + oy)}`;
    }
  }
  body += drawPath(d, pens.thin);
  const highlighted = random.int(0, 3);
  for (const [i, [x, y]] of placeOnCircle(cx, cy, inner * 0.6, 4, turn + Math.PI / 4).entries()) {
    const each = inner * 0.175;
    const pairTurn = random.between(0, 3.1);
    const stroke = i === highlighted ? tone.accent : undefined;
    body += drawCircle(x, y, each * 2.08, {
      'stroke-width': lineWidths.hair,
      'stroke-dasharray': '4 3',
      fill: tone.ground,
    });
    for (const [px, py] of placeOnCircle(x, y, each, 2, pairTurn)) {
      body += drawCircle(px, py, each * 0.97, {
        'stroke-width': i === highlighted ? 3 : lineWidths.thin,
        stroke,
        fill: tone.ground,
      });
      body += drawCircle(px, py, each * 0.5, { fill: stroke ?? tone.inkSoft, stroke: 'none' });
    }
  }
  const parts = [
    { name: 'SHEATH', radius: r - 6 },
    ...(foil ? [{ name: 'FOIL', radius: r - 17 }] : []),
    { name: 'PAIR', radius: inner * 0.6 },
    { name: 'SEPARATOR', radius: 3 },
  ];
  return { title: foil ? 'CATEGORY 6A, F/UTP' : 'CATEGORY 6A, U/UTP', body, parts, diameter: foil ? 7.6 : 7.2 };
}

/** Draws an enlarged fibre, with tangents that lead to its place in the cable. */
function drawFibreDetail(x: number, y: number, r: number, from: Point, name: string): string {
  const angle = Math.atan2(y - from[1], x - from[0]);
  const getEdgePoint = (turn: number): Point => [x + r * Math.cos(angle + turn), y + r * Math.sin(angle + turn)];
  return createGroup(
    {},
    drawPath(createPathData([getEdgePoint(Math.PI / 2), from]) + createPathData([getEdgePoint(-Math.PI / 2), from]), {
      stroke: tone.lineStrong,
      'stroke-width': lineWidths.hair,
    }),
    drawCircle(x, y, r, { fill: tone.ground, 'stroke-width': lineWidths.thick }),
    drawCircle(x, y, r * 0.5, pens.thin),
    drawCircle(x, y, r * 0.05 + 3, { fill: tone.accent, stroke: 'none' }),
    drawPath(
      `M${formatCoordinate(x - r - 10)} ${y}h${formatCoordinate(2 * r + 20)}M${x} ${formatCoordinate(y - r - 10)}v${formatCoordinate(2 * r + 20)}`,
      {
        'stroke-width': 0.7,
        stroke: tone.lineStrong,
        'stroke-dasharray': '9 3 2 3',
      },
    ),
    drawLabel(x + r + 12, y - r + 8, name, { size: 11, fill: tone.ink }),
    drawLabel(x + r + 12, y - r + 24, '9 / 125 µm', { size: 10 }),
  );
}

/** Draws the cable from the side; each layer ends before the layer inside it. */
function drawSideView(x: number, y: number, width: number, layers: number, random: Random): string {
  let body = '';
  let at = x;
  for (let i = 0; i < layers; i++) {
    const half = 30 - i * (20 / layers);
    const length = (width / layers) * random.between(0.86, 1.05);
    body += drawRect(at, y - half, length, half * 2, { fill: tone.ground, 'stroke-width': lineWidths.thin });
    if (i % 2 === 0)
      body += drawPath(createHatchPath(at, y - half, length, half * 2, 7 + i * 2), {
        stroke: tone.lineStrong,
        'stroke-width': 0.8,
      });
    else
      body += drawPath(createHatchPath(at, y - half, length, half * 2, 6, 0), {
        stroke: tone.lineStrong,
        'stroke-width': 0.8,
      });
    at += length;
  }
  return body + drawCentreLine([x - 16, y], [at + 16, y]);
}

/** Draws the cross-section of a cable with its diameter, and names its layers from the outside inwards. */
export function drawCable(random: Random): FamilyDrawing {
  const r = random.int(128, 156);
  const cx = random.int(220, 300);
  const cy = 206;
  const section = random.pick([drawFibreCable, drawFibreCable, drawPowerCable, drawPairCable])(cx, cy, r, random);
  const column = cx + r + 78;
  const angles = [-0.75, -0.36, -0.06, 0.22];
  const names = section.parts.map((part, i) => {
    const a = angles[i] as number;
    const target: Point = [cx + part.radius * Math.cos(a), cy + part.radius * Math.sin(a)];
    const y = 74 + i * 52;
    return (
      drawCallout(i + 1, [column, y], target) + drawLabel(column + 22, y + 4, part.name, { size: 11, fill: tone.ink })
    );
  });
  const withDetail = section.title.startsWith('FIBRE') && section.parts.length < 5 && column + 22 + 150 < 760;
  return {
    title: section.title,
    scale: random.pick(['5:1', '8:1', '10:1']),
    body: createGroup(
      {},
      drawCentreLine([cx - r - 34, cy], [cx + r + 34, cy]),
      drawCentreLine([cx, 24], [cx, 396]),
      section.body,
      drawDimension([cx - r - 44, cy + r], [cx - r - 44, cy - r], `Ø ${section.diameter.toFixed(1)} mm`, {
        reach: r * 0.6,
      }),
      names.join(''),
      withDetail
        ? drawFibreDetail(column + 44, 302, 34, [cx + r * 0.55, cy + r * 0.45], 'FIBRE')
        : drawSideView(column + 4, 306, 720 - column, section.parts.length, random),
    ),
  };
}
