// The elements of every drawing, as strings. Units are those of the viewBox.

export type Attributes = Record<string, string | number | undefined>;
export type Point = readonly [x: number, y: number];

/** The colours that a drawing inherits: from a page, or from the style of its own file. */
export const tone = {
  ground: 'var(--ground)',
  ink: 'var(--ink)',
  inkSoft: 'var(--ink-soft)',
  line: 'var(--line)',
  lineStrong: 'var(--line-strong)',
  accent: 'var(--accent)',
  note: 'var(--annotation)',
} as const;

/** Width of a character of the monospaced font, in ems. */
export const characterWidth = 0.7;

/** Formats a number with at most one decimal place, which is exact enough for coordinates. */
export function formatCoordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Escapes text for an element or a quoted attribute. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] as string);
}

/** Returns an element without its undefined attributes. */
export function createElement(name: string, attributes: Attributes, children = ''): string {
  let head = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    head += ` ${key}="${typeof value === 'number' ? formatCoordinate(value) : escapeText(value)}"`;
  }
  return children === '' ? `${head}/>` : `${head}>${children}</${name}>`;
}

/** Returns a group whose children inherit its attributes; '' without children. */
export function createGroup(attributes: Attributes, ...children: string[]): string {
  const inside = children.join('');
  return inside === '' ? '' : createElement('g', attributes, inside);
}

export function drawLine(x1: number, y1: number, x2: number, y2: number, attributes: Attributes = {}): string {
  return createElement('path', {
    d: `M${formatCoordinate(x1)} ${formatCoordinate(y1)}L${formatCoordinate(x2)} ${formatCoordinate(y2)}`,
    ...attributes,
  });
}

/** Returns the `d` of a path through points, in relative coordinates, which compress well. */
export function createPathData(points: readonly Point[], close = false): string {
  let d = '';
  let lastX = 0;
  let lastY = 0;
  for (const [index, [px, py]] of points.entries()) {
    const x = Math.round(px * 10) / 10;
    const y = Math.round(py * 10) / 10;
    d += index === 0 ? `M${x} ${y}` : `l${formatCoordinate(x - lastX)} ${formatCoordinate(y - lastY)}`;
    lastX = x;
    lastY = y;
  }
  return close ? `${d}z` : d;
}

export function drawPath(d: string, attributes: Attributes = {}): string {
  return d === '' ? '' : createElement('path', { d, ...attributes });
}

export function drawPolyline(points: readonly Point[], attributes: Attributes = {}): string {
  return drawPath(createPathData(points), attributes);
}

export function drawRect(x: number, y: number, width: number, height: number, attributes: Attributes = {}): string {
  return createElement('rect', { x, y, width, height, ...attributes });
}

export function drawCircle(cx: number, cy: number, r: number, attributes: Attributes = {}): string {
  return createElement('circle', { cx, cy, r, ...attributes });
}

export interface LabelOptions {
  size?: number;
  anchor?: 'start' | 'middle' | 'end';
  fill?: string;
  weight?: number;
  /** Rotation about the label's point, in degrees; at -90 the label reads upwards. */
  rotate?: number;
}

/** Returns a line of text whose baseline starts, is centred or ends at a point. */
export function drawLabel(x: number, y: number, text: string, options: LabelOptions = {}): string {
  const attributes = {
    x,
    y,
    'font-size': options.size ?? 11,
    fill: options.fill ?? tone.inkSoft,
    'text-anchor': options.anchor === 'start' ? undefined : options.anchor,
    'font-weight': options.weight === undefined ? undefined : String(options.weight),
    transform: options.rotate ? `rotate(${options.rotate} ${formatCoordinate(x)} ${formatCoordinate(y)})` : undefined,
  };
  return createElement('text', attributes, escapeText(text));
}

/** Returns lines of text below each other, `pitch` apart. */
export function drawLabels(x: number, y: number, lines: string[], options: LabelOptions = {}, pitch = 25): string {
  return lines.map((text, i) => drawLabel(x, y + i * pitch, text, options)).join('');
}

/** Returns the width of a label in the monospaced font. */
export function measureText(text: string, size: number): number {
  return text.length * size * characterWidth;
}

/** Wraps a label at spaces. A word is broken only if the word alone is wider than `measure`. */
export function wrapText(text: string, measure: number, size: number): string[] {
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
