import sharp from 'sharp';

/** Page pixels along one side of a thumbnail's pixel. */
export const scale = 8;

/** Along one side of a tile, in a thumbnail's pixels: 16 by 16 of the page, about two letters. */
const tile = 2;

/** How far a tile's mean may be from the kept one's, of 255, in any of the three colours. A fifth of a pixel makes 4, a whole one 10. */
const tolerance = 6;

/** What is kept of a picture: an eighth of its size. The same picture becomes the same bytes. */
export async function makeThumbnail(picture: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  return sharp(picture)
    .resize(Math.ceil(width / scale), Math.ceil(height / scale), { fit: 'fill', kernel: 'linear' })
    .webp({ quality: 80, effort: 6 })
    .toBuffer();
}

/**
 * What differs between two thumbnails by more than a little, as a text with the place on the page; null where nothing
 * does. Means of tiles forgive edges that are smoothed otherwise, and neither a word that is gone nor a block that moved.
 */
export async function findDifference(kept: Buffer, now: Buffer): Promise<string | null> {
  const [before, after] = await Promise.all([sharp(kept).metadata(), sharp(now).metadata()]);
  const { width, height } = after;
  if (before.width !== width || before.height !== height) {
    const size = (thumbnail: { width: number; height: number }) =>
      `${thumbnail.width * scale} × ${thumbnail.height * scale}`;
    return `is about ${size(after)} pixels large and was ${size(before)}`;
  }
  const difference = await sharp(kept)
    .composite([{ input: now, blend: 'difference' }])
    .removeAlpha()
    .toBuffer();
  const tiles = await sharp(difference)
    .resize(Math.ceil(width / tile), Math.ceil(height / tile), { fit: 'fill', kernel: 'linear' })
    .png()
    .toBuffer();
  const { channels } = await sharp(tiles).stats();
  const [worst] = channels.toSorted((a, b) => b.max - a.max);
  if (!worst || worst.max <= tolerance) return null;
  return `differs by ${worst.max} of 255, most at ${worst.maxX * tile * scale}, ${worst.maxY * tile * scale}`;
}
