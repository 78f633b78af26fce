import sharp from 'sharp';

/** Page pixels along one side of a thumbnail pixel. */
const thumbnailScale = 8;

/** Thumbnail pixels along one side of a tile: 16 by 16 page pixels, about two letters. */
const tile = 2;

/**
 * The allowed difference between the means of two tiles, of 255, in each colour. A shift by a fifth of a pixel causes
 * 4, by a whole pixel 10.
 */
const tolerance = 6;

/** Creates a thumbnail: an eighth of the picture's size. Equal pictures result in equal bytes. */
export async function createThumbnail(picture: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  return sharp(picture)
    .resize(Math.ceil(width / thumbnailScale), Math.ceil(height / thumbnailScale), { fit: 'fill', kernel: 'linear' })
    .webp({ quality: 80, effort: 6 })
    .toBuffer();
}

/**
 * Returns a text with the position of the first visible difference between two thumbnails; null without one. Comparing
 * the means of tiles tolerates smoothing, but not a missing word or a moved block.
 */
export async function findDifference(reference: Buffer, current: Buffer): Promise<string | null> {
  const [before, after] = await Promise.all([sharp(reference).metadata(), sharp(current).metadata()]);
  const { width, height } = after;
  if (before.width !== width || before.height !== height) {
    const formatSize = (thumbnail: { width: number; height: number }) =>
      `${thumbnail.width * thumbnailScale} × ${thumbnail.height * thumbnailScale}`;
    return `is about ${formatSize(after)} pixels large and was ${formatSize(before)}`;
  }
  const difference = await sharp(reference)
    .composite([{ input: current, blend: 'difference' }])
    .removeAlpha()
    .toBuffer();
  const tiles = await sharp(difference)
    .resize(Math.ceil(width / tile), Math.ceil(height / tile), { fit: 'fill', kernel: 'linear' })
    .png()
    .toBuffer();
  const { channels } = await sharp(tiles).stats();
  const [worst] = channels.toSorted((a, b) => b.max - a.max);
  if (!worst || worst.max <= tolerance) return null;
  return `differs by ${worst.max} of 255, most at ${worst.maxX * tile * thumbnailScale}, ${worst.maxY * tile * thumbnailScale}`;
}
