import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { GlyphOutline } from '../site/drawings/outline-labels.ts';
import { getFontFile, text } from './subset-fonts.ts';

// Reads the outlines of the fonts' most used characters, with which drawings in `img` elements have the site's letters:
// such an image can load no font. `npm run fonts`

/** The part of harfbuzzjs that is used. It has no types of its own. */
interface HarfBuzz {
  createBlob(bytes: Uint8Array): object;
  createFace(blob: object, index: number): object;
  createFont(face: object): { setScale(x: number, y: number): void; glyphToPath(glyph: number): string };
  createBuffer(): {
    addText(text: string): void;
    guessSegmentProperties(): void;
    json(): { g: number; ax: number }[];
    destroy(): void;
  };
  shape(font: object, buffer: object): void;
}

/** The square in which glyphs are drawn: small whole coordinates, exact to a percent of the font size. */
const unitsPerEm = 48;

/** Units by which a control point may differ from that of a smooth curve. */
const tolerance = 1.5;

/** The weights of captions, and of headings inside figures. */
const styles = [
  { style: 'mono', name: 'martian-mono', weight: 400 },
  { style: 'text', name: 'familjen-grotesk', weight: 600 },
] as const;

/**
 * Rewrites a path of M, L, Q and Z with absolute coordinates as whole relative ones, with the y axis downwards. A curve
 * that continues the last one smoothly, as most do in these fonts, needs no control point (`t`).
 */
function simplifyPath(path: string): Pick<GlyphOutline, 'start' | 'rest'> {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  let control: readonly [x: number, y: number] | null = null;
  let start: GlyphOutline['start'] = null;
  let rest = '';
  let last = '';
  // The letter of a repeated command is left out.
  const add = (command: string, values: readonly number[]) => {
    rest += (command === last ? ' ' : command) + values.join(' ');
    last = command;
  };
  for (const [, command = '', list = ''] of path.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    if (command === 'Z') {
      rest += 'z';
      last = 'z';
      control = null;
      [x, y] = [startX, startY];
      continue;
    }
    const points = list.split(/[ ,]/).map((value, index) => Math.round(Number(value)) * (index % 2 === 1 ? -1 : 1));
    const [toX = 0, toY = 0] = points.slice(-2);
    const end = [toX - x, toY - y] as const;
    if (command === 'Q') {
      const [controlX = 0, controlY = 0] = points;
      const smooth: readonly [number, number] | null = control && [2 * x - control[0], 2 * y - control[1]];
      const isSmooth: boolean = smooth !== null && Math.hypot(smooth[0] - controlX, smooth[1] - controlY) <= tolerance;
      if (isSmooth) add('t', end);
      else add('q', [controlX - x, controlY - y, ...end]);
      control = isSmooth ? smooth : [controlX, controlY];
    } else {
      control = null;
      if (command === 'M' && !start) start = [toX, toY];
      else if (command === 'L' && toY === y) add('h', [end[0]]);
      else if (command === 'L' && toX === x) add('v', [end[1]]);
      else add(command.toLowerCase(), end);
    }
    if (command === 'M') [startX, startY] = [toX, toY];
    [x, y] = [toX, toY];
  }
  return { start, rest: rest.replaceAll(' -', '-') };
}

/** Returns the file of the outlines, with the bytes that it must have. */
export async function outlineGlyphs(): Promise<{ file: string; bytes: Buffer }> {
  // The package is a CommonJS module without types.
  const hb = (await createRequire(import.meta.url)('harfbuzzjs')) as HarfBuzz;
  const fonts: Record<string, Record<string, GlyphOutline>> = {};
  for (const { style, name, weight } of styles) {
    const options = { targetFormat: 'sfnt', variationAxes: { wght: weight } } as const;
    const file = await subsetFont(await readFile(getFontFile(name)), text, options);
    const font = hb.createFont(hb.createFace(hb.createBlob(file), 0));
    font.setScale(unitsPerEm, unitsPerEm);
    const outlines: Record<string, GlyphOutline> = {};
    for (const character of text) {
      const buffer = hb.createBuffer();
      buffer.addText(character);
      buffer.guessSegmentProperties();
      hb.shape(font, buffer);
      const [glyph] = buffer.json();
      buffer.destroy();
      // Glyph 0 is drawn for characters that the font lacks.
      if (glyph && glyph.g !== 0)
        outlines[character] = { advance: Math.round(glyph.ax), ...simplifyPath(font.glyphToPath(glyph.g)) };
    }
    fonts[style] = outlines;
  }
  const file = fileURLToPath(new URL('../site/drawings/glyph-outlines.json', import.meta.url));
  return { file, bytes: Buffer.from(`${JSON.stringify({ unitsPerEm, ...fonts })}\n`) };
}

if (import.meta.main) {
  const { file, bytes } = await outlineGlyphs();
  await writeFile(file, bytes);
  console.log(`${file.split('/').at(-1)}  ${bytes.length} bytes`);
}
