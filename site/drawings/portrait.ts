import { centreLine, dimension, grid, weight } from './drafting.ts';
import { createRandom, hash, type Random } from './seeded-random.ts';
import { group, label, type Point, path, rect, svgDocument, through, tone } from './svg.ts';

const size = 320;
/** Heights of the model run from 0 at the lower edge of the chest to 1 at the crown. */
const [chest, shoulder, chin] = [0, 0.2, 0.42];
/** The section drawn in the accent: where the neck meets the shoulders, the datum of the model. */
const datum = 0.305;

interface Person {
  yaw: number;
  headWidth: number;
  headDepth: number;
  jaw: number;
  nose: number;
  brow: number;
  shoulders: number;
  neck: number;
  hair: { kind: 'short' | 'bob' | 'long' | 'bun' | 'cropped' | 'curly'; volume: number; part: number };
  beard: number;
  collar: boolean;
}

function makePerson(random: Random): Person {
  const kind = random.pick(['short', 'bob', 'long', 'bun', 'cropped', 'curly'] as const);
  return {
    yaw: random.pick([-1, 1]) * random.between(0.56, 0.86),
    headWidth: random.between(49, 56),
    headDepth: random.between(60, 67),
    jaw: random.between(0.62, 0.8),
    nose: random.between(19, 26),
    brow: random.between(5, 8),
    shoulders: random.between(112, 136),
    neck: random.between(27, 33),
    hair: { kind, volume: random.between(6, 13), part: random.between(-0.6, 0.6) },
    beard: kind === 'short' || kind === 'cropped' ? (random.chance(0.5) ? random.between(3, 6) : 0) : 0,
    collar: random.chance(0.5),
  };
}

function bump(value: number, centre: number, width: number): number {
  return Math.exp(-(((value - centre) / width) ** 2));
}

/** Angle from the face's middle, −π … π. */
function around(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}

/** How far the skin stands from the axis at a height and an angle from the face's middle; units of the sheet. */
function headRadius(person: Person, h: number, angle: number): number {
  const t = (h - chin) / (1 - chin);
  const a = Math.abs(around(angle));
  const dome = t > 0.56 ? Math.sqrt(Math.max(0, 1 - ((t - 0.56) / 0.44) ** 2.2)) : 1;
  const jaw = t < 0.4 ? person.jaw + (1 - person.jaw) * Math.sin(((t / 0.4) * Math.PI) / 2) : 1;
  const front = Math.cos(angle) > 0 ? 1 : 1.04;
  let radius =
    1 /
    Math.hypot(
      Math.sin(angle) / (person.headWidth * jaw),
      Math.cos(angle) / (person.headDepth * front * (Math.cos(angle) > 0 ? jaw * 0.4 + 0.6 : 1)),
    );
  radius += person.nose * bump(a, 0, 0.1 + 0.1 * Math.max(0, 0.5 - t)) * noseProfile(t);
  radius += person.brow * bump(t, 0.58, 0.05) * bump(a, 0.3, 0.42);
  radius -= 11 * bump(t, 0.485, 0.06) * bump(a, 0.44, 0.2);
  radius += 5 * bump(t, 0.475, 0.03) * bump(a, 0.44, 0.12);
  radius += 4 * bump(t, 0.36, 0.07) * bump(a, 0.66, 0.2);
  radius -= 3 * bump(t, 0.2, 0.1) * bump(a, 0.75, 0.25);
  radius +=
    7 * (bump(t, 0.222, 0.02) + bump(t, 0.158, 0.024)) * bump(a, 0, 0.24) - 5 * bump(t, 0.19, 0.012) * bump(a, 0, 0.28);
  radius -= 4 * bump(t, 0.115, 0.02) * bump(a, 0, 0.24);
  radius += 7 * bump(t, 0.045, 0.05) * bump(a, 0, 0.34);
  radius += 7 * bump(t, 0.45, 0.1) * bump(a, 1.62, 0.1);
  radius += person.beard * bump(t, 0.06, 0.14) * bump(a, 0, 1) * (1 - bump(t, 0.185, 0.03) * bump(a, 0, 0.3));
  return radius * dome + hairThickness(person, t, a) * Math.max(dome, 0.25);
}

/** From the bridge the nose grows to its tip, and ends at once. */
function noseProfile(t: number): number {
  if (t > 0.56 || t < 0.27) return 0;
  return t > 0.315 ? 0.12 + 0.88 * ((0.56 - t) / 0.245) ** 1.15 : (t - 0.27) / 0.045;
}

/** 0 below the edge, 1 above, soft between. */
function step(value: number, edge: number, softness: number): number {
  return 1 / (1 + Math.exp(-(value - edge) / softness));
}

function hairThickness(person: Person, t: number, a: number): number {
  const { kind, volume, part } = person.hair;
  const line = kind === 'cropped' ? 0.8 : 0.76;
  const loose = kind === 'bob' || kind === 'long';
  const front = step(t, line + part * 0.03, 0.012);
  const side = step(a, 1.05, 0.06) * step(t, 0.55, 0.02);
  const back = step(a, 1.85, 0.08) * step(t, loose ? -1 : 0.14, 0.03);
  const drape = loose ? 1.35 * step(a, 1.25, 0.05) * step(t, kind === 'bob' ? 0.06 : -1, 0.012) : 0;
  const cover = Math.max(front, side, back, drape);
  const curl = kind === 'curly' ? 1.5 + 0.45 * Math.sin(a * 13 + t * 50) * Math.cos(t * 60) : 1;
  return cover * (kind === 'cropped' ? 2.4 : volume) * curl;
}

function bodyRadius(person: Person, h: number, angle: number): number {
  const neck = person.neck + (person.collar ? 7 * bump(h, shoulder + 0.055, 0.03) : 0);
  if (h > shoulder + 0.1) return neck - (Math.cos(angle) < 0 ? 0 : 2);
  const t = Math.max(0, (shoulder + 0.1 - h) / (shoulder + 0.1 - chest));
  const wide = neck + (person.shoulders - neck) * Math.min(1, Math.sin(Math.min(1, t * 1.7) * (Math.PI / 2)) ** 1.5);
  const deep = neck + (54 - neck) * Math.min(1, t * 1.3);
  return 1 / Math.hypot(Math.sin(angle) / wide, Math.cos(angle) / deep);
}

/** One horizontal section seen from a little above, as a closed line. */
function section(person: Person, h: number): Point[] {
  const head = h > chin;
  const tilt = 0.3;
  const count = 84;
  return Array.from({ length: count }, (_, i): Point => {
    const angle = (i * 2 * Math.PI) / count;
    const own = head ? headRadius(person, h, angle) : bodyRadius(person, h, angle);
    // Long hair falls past the chin behind the neck, and ends on the shoulders.
    const long = !head && person.hair.kind === 'long' && h > shoulder + 0.02 && Math.abs(around(angle)) > 1.5;
    const radius = long ? Math.max(own, person.headWidth * 0.95 + person.hair.volume * 0.5) : own;
    const forward = head ? 8 : 0;
    const turn = person.yaw * (head ? 1 : 0.55);
    const x = radius * Math.sin(angle + turn) + forward * Math.sin(turn);
    const z = radius * Math.cos(angle + turn) + forward * Math.cos(turn);
    return [160 + x, 287 - (h - chest) * 224 + z * tilt];
  });
}

/** A knot of hair above and behind the crown, as a small stack of rings. */
function knot(person: Person): string {
  const [x, y] = [160 - Math.sin(person.yaw) * 26, 62];
  let body = '';
  for (let i = 0; i < 9; i++) {
    const t = (i / 8) * 2 - 1;
    const r = 19 * Math.sqrt(Math.max(0.06, 1 - t * t));
    const ring = Array.from(
      { length: 24 },
      (_, k): Point => [x + r * Math.cos((k * Math.PI) / 12), y - t * 15 + r * 0.3 * Math.sin((k * Math.PI) / 12)],
    );
    body += path(through(ring, true), { fill: tone.ground });
  }
  return body;
}

/**
 * A head and shoulders as a 320 × 320 SVG document: a model in horizontal sections, seen from a little above, the
 * section at the foot of the neck in the accent. The same slug gives the same person; it is a drawing, never a likeness.
 */
export function drawPortrait(slug: string): string {
  const random = createRandom(`portrait/${slug}`);
  const person = makePerson(random);
  const steps = 76;
  let stack = '';
  for (let i = 0; i <= steps; i++) {
    const h = chest + (i / steps) * 0.998;
    const points = section(person, h);
    const live = Math.abs(h - datum) < 0.5 / steps;
    stack += path(through(points, true), {
      fill: tone.ground,
      ...(live ? { stroke: tone.accent, 'stroke-width': 2.2 } : {}),
    });
    if (person.hair.kind === 'bun' && i === Math.round(steps * 0.9)) stack += knot(person);
  }
  const eyeY = 138;
  return svgDocument(
    size,
    size,
    'Portrait drawing',
    rect(0, 0, size, size, { fill: tone.ground, stroke: 'none' }),
    grid(0, 0, size, size, 20),
    centreLine([160, 10], [160, 310]),
    centreLine([16, eyeY], [304, eyeY]),
    group({ 'stroke-width': 0.95 }, stack),
    dimension([28, 194], [28, 60], `${random.int(212, 246)}`, { reach: 22, size: 11 }),
    path('M8 8h304v304h-304z', { 'stroke-width': weight.thin }),
    label(302, 26, `P-${String(hash(slug) % 1000).padStart(3, '0')}`, { size: 10, anchor: 'end' }),
  );
}
