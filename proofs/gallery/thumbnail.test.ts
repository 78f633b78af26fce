import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createThumbnail, findDifference } from './thumbnail.ts';

interface Drawn {
  top?: number;
  block?: string;
  ground?: string;
  words?: string;
  height?: number;
  /** The offset of the words to the right, in pixels, which changes how their edges are smoothed. */
  shift?: number;
}

const line = 'Two fibres, one duct: the drawing shows what the diagram hides.';

/** Draws a letter as some of the strokes of a box, chosen by its code, so that no font is needed. */
function drawLetter(code: number, x: number): string {
  const strokes = [
    [0, 0, 1.5, 11],
    [5, 0, 1.5, 11],
    [0, 0, 6, 1.5],
    [0, 5, 6, 1.5],
    [0, 9.5, 6, 1.5],
  ] as const;
  return strokes
    .filter((_stroke, bit) => (code * 7) & (1 << bit))
    .map(([left, top, width, height]) => `<rect x="${x + left}" y="${400 + top}" width="${width}" height="${height}"/>`)
    .join('');
}

/** Draws a page with a block and a line of text. */
function draw({ top = 200, block = '#0b7a3e', ground = '#f6f3ea', words = line, height = 640, shift = 0 }: Drawn = {}) {
  const letters = [...words].map((sign, place) =>
    sign === ' ' ? '' : drawLetter(sign.charCodeAt(0), 64 + shift + place * 9),
  );
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="768" height="${height}">
      <rect width="100%" height="100%" fill="${ground}"/>
      <rect x="64" y="${top}" width="320" height="48" fill="${block}"/>
      <g fill="#17211b">${letters.join('')}</g>
    </svg>`),
  )
    .jpeg({ quality: 88 })
    .toBuffer();
}

async function compareDrawn(before: Drawn, after: Drawn): Promise<string | null> {
  const [kept, now] = await Promise.all([before, after].map(async (drawn) => createThumbnail(await draw(drawn))));
  if (!kept || !now) throw new Error('nothing was drawn');
  return findDifference(kept, now);
}

describe('two pictures of a page', () => {
  it('are equal if nothing changed', async () => {
    expect(await compareDrawn({}, {})).toBeNull();
  });

  it('are encoded to the same bytes if they are equal', async () => {
    const [one, other] = await Promise.all([draw(), draw()]);
    expect((await createThumbnail(one)).equals(await createThumbnail(other))).toBe(true);
  });

  it('may differ in the smoothing of edges', async () => {
    expect(await compareDrawn({}, { shift: 0.4 })).toBeNull();
  });

  it.each([
    ['a block that moved by two pixels', { top: 202 }],
    ['text that moved by a pixel', { shift: 1 }],
    ['a block of another colour', { block: '#0b5a7e' }],
    ['a ground that is a little darker', { ground: '#e9e6dd' }],
    ['text that is gone', { words: ' ' }],
    ['one word that is gone', { words: line.replace('drawing', '       ') }],
    ['one letter that is gone', { words: line.replace('hides', 'hide ') }],
    ['one word that is another', { words: line.replace('drawing', 'picture') }],
  ])('differ by %s', async (_what, after) => {
    expect(await compareDrawn({}, after)).toMatch(/^differs by \d+ of 255, most at \d+, \d+$/);
  });

  it('have the position of their difference in the result', async () => {
    const [, left, top] = /at (\d+), (\d+)/.exec((await compareDrawn({}, { block: '#b00' })) ?? '') ?? [];
    expect(Number(left)).toBeGreaterThanOrEqual(64);
    expect(Number(left)).toBeLessThan(384);
    expect(Number(top)).toBeGreaterThanOrEqual(192);
    expect(Number(top)).toBeLessThan(256);
  });

  it('differ if one is larger', async () => {
    expect(await compareDrawn({}, { height: 656 })).toBe('is about 768 × 656 pixels large and was 768 × 640');
  });
});
