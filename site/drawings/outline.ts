import { flattenColors } from './flatten.ts';
import { loadFonts } from './font-files.ts';
import { characterWidth } from './svg.ts';

/** An element as satori takes it; its types name React's, which have the same shape. */
export interface Box {
  type: string;
  props: { style: Record<string, string | number>; children?: string | Box[] };
}

/** A flex box for satori, which knows no other kind. */
export function box(style: Record<string, string | number>, children?: string | Box[]): Box {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

/** Boxes as an SVG document in which all lettering is outlines. */
export async function layOut(root: Box, size: { width: number; height: number }): Promise<string> {
  // Much code, and most servers draw little: asked for with the first drawing.
  const { default: satori } = await import('satori');
  return satori(root as Parameters<typeof satori>[0], { ...size, fonts: await loadFonts() });
}

/** The inside of an SVG document, to be set into another. */
export function unwrap(svg: string): string {
  return svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** A `<text>` of ours as a box whose baseline and anchor fall where the text's did. */
function readLabel(attributes: string, escaped: string): Box {
  const read = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1];
  const text = escaped.replace(/&(?:lt|gt|quot|amp);/g, (name) => entities[name] as string);
  const size = Number(read('font-size'));
  const [x, y] = [Number(read('x')), Number(read('y'))];
  const anchor = read('text-anchor') ?? 'start';
  const width = (text.length + 2) * size * characterWidth;
  const shift = anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0;
  const ascent = size * 0.88;
  const turn = /rotate\((-?\d+)/.exec(read('transform') ?? '')?.[1];
  return box(
    {
      position: 'absolute',
      left: x - shift,
      top: y - ascent,
      width,
      justifyContent: anchor === 'middle' ? 'center' : anchor === 'end' ? 'flex-end' : 'flex-start',
      whiteSpace: 'pre',
      fontFamily: 'Martian Mono',
      fontSize: size,
      lineHeight: 1,
      color: read('fill') ?? '#17211b',
      ...(turn ? { transform: `rotate(${turn}deg)`, transformOrigin: `${shift}px ${ascent}px` } : {}),
    },
    text,
  );
}

/**
 * One of our drawings with flat colours and its lettering as outlines: what a renderer without fonts and without
 * custom properties needs. Lettering comes to lie above all else.
 */
export async function outlineText(svg: string, theme: 'light' | 'dark' = 'light'): Promise<string> {
  const flat = flattenColors(svg, theme);
  const [, width = '800', height = '420'] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(flat) ?? [];
  const labels = [...flat.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, a = '', text = '']) =>
    readLabel(a, text),
  );
  const size = { width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) };
  const lettering = await layOut(box({ ...size, position: 'relative' }, labels), size);
  return flat.replaceAll(/<text [^>]*>[^<]*<\/text>/g, '').replace(/<\/svg>$/, `${unwrap(lettering)}</svg>`);
}
