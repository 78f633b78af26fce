import { fileURLToPath } from 'node:url';
import type { Crop } from '../../contract/picture-variants.ts';
import { createSlotPool } from '../slots.ts';
import { runPictureProcess } from './run-picture-process.ts';

/** The target of a conversion: a format, a maximum width in pixels, and the part that is kept. */
export interface Conversion {
  to: 'image/png' | 'image/jpeg' | 'image/avif' | 'image/webp';
  width?: number;
  crop?: Crop;
}

/** Exit codes of the conversion process. */
export const exitCodes = { tooLarge: 10, unreadable: 11 } as const;

/** One picture at a time: a decoder may take 250 MB and a processor. */
const slots = createSlotPool({ total: 1, perGroup: 1 }, 'conversions');

const program = fileURLToPath(new URL('./convert-process.ts', import.meta.url));

export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly reason: 'too large' | 'unreadable';

  constructor(reason: PictureError['reason']) {
    super(`A picture is ${reason}`);
    this.reason = reason;
  }
}

async function run(bytes: Buffer, task: Conversion): Promise<Buffer> {
  const { code, output } = await runPictureProcess(program, [JSON.stringify(task)], bytes);
  if (code === 0) return output;
  if (code === exitCodes.unreadable) throw new PictureError('unreadable');
  if (code === exitCodes.tooLarge || code === null) throw new PictureError('too large');
  throw new Error(`A picture could not be converted: the process ended with ${code}`);
}

/**
 * Converts a picture in a process of its own, within 20 s. Pictures of a network wait for each other, and networks take
 * turns. Rejects with `PictureError` for bytes that are no picture, or one too large to be decoded within the limits of
 * time and memory.
 */
export async function convertPicture(bytes: Buffer, task: Conversion, network?: string): Promise<Buffer> {
  const giveBack = await slots.take(network);
  try {
    return await run(bytes, task);
  } finally {
    giveBack();
  }
}
