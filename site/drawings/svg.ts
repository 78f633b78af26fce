import { type Tone, tones } from './tones.ts';

/** Primitives of every drawing: strings in, strings out. Units are those of the viewBox. */
export type Attributes = Record<string, string | number | undefined>;
export type Point = readonly [x: number, y: number];

/** A colour that a page lends where it refers to a drawing; the fallback serves the drawing alone. */
const lent = (name: Tone) => `var(${name}, ${tones.light[name]})`;

export const tone = {
  ground: lent('--ground'),
  ink: lent('--ink'),
  inkSoft: lent('--ink-soft'),
  line: lent('--line'),
  lineStrong: lent('--line-strong'),
  accent: lent('--accent'),
  note: lent('--annotation'),
} as const;

const mono = "'Martian Mono Variable', 'Martian Mono', ui-monospace, monospace";

/** Advance of one character of the monospace, in ems. Widths of labels are estimated with it. */
export const characterWidth = 0.7;

/** Shortest decimal with at most one place: coordinates need no more. */
export function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Text made safe inside an element or a quoted attribute. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string);
}

/** One element; attributes that are undefined are left out. */
export function element(name: string, attributes: Attributes, children = ''): string {
  let head = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    head += ` ${key}="${typeof value === 'number' ? round(value) : escapeText(value)}"`;
  }
  return children === '' ? `${head}/>` : `${head}>${children}</${name}>`;
}

/** A group that hands its attributes down. */
export function group(attributes: Attributes, ...children: string[]): string {
  const inside = children.join('');
  return inside === '' ? '' : element('g', attributes, inside);
}

export function line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes = {}): string {
  return element('path', { d: `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`, ...attributes });
}

/** The `d` of straight segments through points, in relative coordinates, which compress best. */
export function through(points: readonly Point[], close = false): string {
  let d = '';
  let lastX = 0;
  let lastY = 0;
  for (const [index, [px, py]] of points.entries()) {
    const x = Math.round(px * 10) / 10;
    const y = Math.round(py * 10) / 10;
    d += index === 0 ? `M${x} ${y}` : `l${round(x - lastX)} ${round(y - lastY)}`;
    lastX = x;
    lastY = y;
  }
  return close ? `${d}z` : d;
}

export function path(d: string, attributes: Attributes = {}): string {
  return d === '' ? '' : element('path', { d, ...attributes });
}

export function polyline(points: readonly Point[], attributes: Attributes = {}): string {
  return path(through(points), attributes);
}

export function rect(x: number, y: number, width: number, height: number, attributes: Attributes = {}): string {
  return element('rect', { x, y, width, height, ...attributes });
}

export function circle(cx: number, cy: number, r: number, attributes: Attributes = {}): string {
  return element('circle', { cx, cy, r, ...attributes });
}

export interface LabelOptions {
  size?: number;
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
  weight?: number;
  /** Degrees, about the label's own point; negative reads upwards. */
  rotate?: number;
}

/** A line of text whose baseline begins, centres or ends at a point. */
export function label(x: number, y: number, text: string, options: LabelOptions = {}): string {
  const attributes = {
    x,
    y,
    'font-size': options.size ?? 11,
    fill: options.fill ?? tone.inkSoft,
    'text-anchor': options.anchor === 'start' ? undefined : options.anchor,
    'font-weight': options.weight === undefined ? undefined : String(options.weight),
    transform: options.rotate ? `rotate(${options.rotate} ${round(x)} ${round(y)})` : undefined,
  };
  return element('text', attributes, escapeText(text));
}

/** Width of a label in the monospace. */
export function textWidth(text: string, size: number): number {
  return text.length * size * characterWidth;
}

/** Breaks a label at spaces, and a word only when it alone is wider than the measure. */
export function wrap(text: string, measure: number, size: number): string[] {
  const limit = Math.max(3, Math.floor(measure / (size * characterWidth)));
  const lines: string[] = [];
  let current = '';
  for (let word of text.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > limit) {
      lines.push(current);
      current = '';
    }
    while (word.length > limit) {
      lines.push(`${word.slice(0, limit - 1)}-`);
      word = word.slice(limit - 1);
    }
    current = current === '' ? word : `${current} ${word}`;
  }
  return current === '' ? lines : [...lines, current];
}

/** A complete document. Pages refer to its group as `file.svg#drawing`. */
export function svgDocument(width: number, height: number, title: string, ...children: string[]): string {
  const attributes = {
    id: 'drawing',
    fill: 'none',
    stroke: tone.ink,
    'stroke-width': 1.4,
    'stroke-linejoin': 'round',
    'font-family': mono,
  };
  // A line of text takes no stroke; stated once here, the primitives stay small.
  const body = children.join('').replaceAll('<text ', '<text stroke="none" ');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(width)} ${round(height)}" role="img">` +
    `<title>${escapeText(title)}</title>${group(attributes, body)}</svg>`
  );
}
