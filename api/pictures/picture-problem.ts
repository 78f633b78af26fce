import type { Metadata } from 'sharp';

/** Limits of a picture, checked by its header before pixels are decoded. */
export const pictureLimits = {
  /** Pixels across or down: decoders work in whole rows, so that one row of 50 million takes gigabytes. */
  side: 16_384,
  /** More than any telephone's camera takes at its usual setting. */
  pixels: 50_000_000,
  /** Bytes that a decoder holds at once where it cannot go row by row: interlaced, progressive, or turned. */
  wholeBytes: 160_000_000,
} as const;

type Header = Pick<Metadata, 'width' | 'height' | 'channels' | 'depth' | 'format' | 'isProgressive' | 'orientation'>;

/** Returns the problem of a picture's size, as the end of a sentence; null without one. */
export function findPictureProblem(header: Header): string | null {
  const { width, height, channels, depth, format, isProgressive, orientation = 1 } = header;
  if (Math.max(width, height) > pictureLimits.side) return 'is more than 16,384 pixels wide or high';
  const pixels = width * height;
  if (pixels > pictureLimits.pixels) return 'has more than 50 million pixels';
  const isWhole = isProgressive || orientation > 1;
  // A progressive JPEG is held as 16-bit coefficients.
  const sample = depth === 'uchar' && !(isProgressive && format === 'jpeg') ? 1 : 2;
  return isWhole && pixels * channels * sample > pictureLimits.wholeBytes ? 'needs too much memory to be read' : null;
}
