import type { Metadata } from 'sharp';

/** Limits of a picture, checked by its header before pixels are decoded. */
const pictureLimits = {
  /** Pixels across or down: decoders work in whole rows, so that one row of 50 million takes gigabytes. */
  side: 16_384,
  /** More than any telephone's camera takes at its usual setting. */
  pixels: 50_000_000,
  /** Bytes that a decoder holds at once where it cannot go row by row: interlaced, progressive, or turned. */
  wholeBytes: 160_000_000,
} as const;

/** Limits of an animated picture, whose frames must be encoded within the time limit of a conversion. */
const animationLimits = {
  frames: 300,
  /** Pixels of all frames together. */
  pixels: 50_000_000,
  /** Seconds that one run through all frames takes. */
  duration: 60,
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

/**
 * Returns why an animated picture cannot be stored and what to do, as the end of a sentence; null without a problem.
 * `header`: the metadata of the first frame, with the number of frames.
 */
export function findAnimationProblem({
  width,
  height,
  pages = 1,
  delay = [],
  orientation = 1,
}: Pick<Metadata, 'width' | 'height' | 'pages' | 'delay' | 'orientation'>): string | null {
  // libvips holds the frames below each other, and would turn them as one picture.
  if (pages > 1 && orientation > 1) return 'is animated and turned by its metadata. Save it upright';
  if (pages > animationLimits.frames)
    return `has ${pages} frames, and at most ${animationLimits.frames} are possible. Shorten it, or leave out every second frame`;
  if (pages > 1 && pages * width * height > animationLimits.pixels)
    return 'has more than 50 million pixels in all its frames together. Make it smaller, or shorten it';
  // Browsers show a frame with a shorter delay for 100 ms.
  const duration = delay.reduce((sum, each) => sum + (each <= 10 ? 100 : each), 0);
  return duration > animationLimits.duration * 1_000
    ? `plays for more than ${animationLimits.duration} seconds. Shorten it`
    : null;
}
