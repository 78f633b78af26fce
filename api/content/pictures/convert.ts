import { fileURLToPath } from 'node:url';
import type { Crop } from '../../../contract/content/picture-variants.ts';
import { createFairSemaphore } from '../../fair-semaphore.ts';
import { runLimitedProcess } from '../../run-limited-process.ts';

/** The target of a conversion: a format, a maximum width in pixels, and the part that is kept. */
export interface Conversion {
  to: 'image/png' | 'image/jpeg' | 'image/avif' | 'image/webp';
  /** The format in which an animated picture keeps its frames; without it, the first frame is converted. */
  animatedTo?: 'image/webp';
  width?: number;
  crop?: Crop;
}

/** What the header of a converted picture and that of its source say. */
export interface ConvertedFacts {
  width: number;
  height: number;
  frames: number;
  /** The source, rotated upright. */
  source: {
    width: number;
    height: number;
    frames: number;
    /** As sharp names it, such as `gif`. */
    format: string;
    hasMetadata: boolean;
    /** Whether the colours were in another space than sRGB with 8 bits. */
    hasOtherColours: boolean;
  };
}

export interface ConvertedPicture extends ConvertedFacts {
  bytes: Buffer;
}

/** Exit codes of the conversion process. */
export const exitCodes = { tooLarge: 10, unreadable: 11, animation: 12 } as const;

/** One picture at a time: a decoder may take 250 MB and a processor. */
const semaphore = createFairSemaphore({ total: 1, perGroup: 1 }, 'conversions');

const program = fileURLToPath(new URL('./convert-process.ts', import.meta.url));

export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly reason: 'too large' | 'too costly' | 'unreadable' | 'animation';
  /** What is wrong with an animation and what to do, as the end of a sentence. */
  readonly problem: string;

  constructor(reason: PictureError['reason'], problem = '') {
    super(`A picture is refused: ${problem || reason}`);
    this.reason = reason;
    this.problem = problem;
  }
}

async function run(bytes: Buffer, task: Conversion): Promise<ConvertedPicture> {
  const { code, output } = await runLimitedProcess(program, [JSON.stringify(task)], bytes);
  if (code === 0) {
    const end = output.indexOf('\n');
    return { ...(JSON.parse(output.toString('utf8', 0, end)) as ConvertedFacts), bytes: output.subarray(end + 1) };
  }
  if (code === exitCodes.unreadable) throw new PictureError('unreadable');
  if (code === exitCodes.tooLarge) throw new PictureError('too large');
  if (code === exitCodes.animation) throw new PictureError('animation', output.toString('utf8'));
  if (code === null) throw new PictureError('too costly');
  throw new Error(`A picture could not be converted: the process ended with ${code}`);
}

/**
 * Converts a picture in a process of its own, within 20 s. Pictures of a network wait for each other, and networks take
 * turns. Rejects with `PictureError` for bytes that are no picture, or one too large to be decoded within the limits of
 * time and memory.
 */
export async function convertPicture(bytes: Buffer, task: Conversion, network?: string): Promise<ConvertedPicture> {
  const release = await semaphore.acquire(network);
  try {
    return await run(bytes, task);
  } finally {
    release();
  }
}
