import { spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Crop } from '../../contract/picture-variants.ts';
import { createSlotPool } from '../slots.ts';

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
const timeLimit = 20_000;
/** A converted picture may be larger than its source, but not without limit. */
const outputLimit = 32 * 1024 * 1024;

const program = fileURLToPath(new URL('./convert-process.ts', import.meta.url));

export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly reason: 'too large' | 'unreadable';

  constructor(reason: PictureError['reason']) {
    super(`A picture is ${reason}`);
    this.reason = reason;
  }
}

function run(bytes: Buffer, task: Conversion): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, JSON.stringify(task)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // With the server's compile cache the process needs no compiler for TypeScript: 64 MB instead of 84, half the
      // processor time.
      env: { PATH: process.env.PATH, MALLOC_ARENA_MAX: '1', NODE_COMPILE_CACHE: getCompileCacheDir() },
      timeout: timeLimit,
      killSignal: 'SIGKILL',
    });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size > outputLimit) child.kill('SIGKILL');
    });
    // A process that ends early closes its input; the exit code has the reason.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(parts));
      else if (code === exitCodes.unreadable) reject(new PictureError('unreadable'));
      else if (code === exitCodes.tooLarge || child.killed || code === null) reject(new PictureError('too large'));
      else reject(new Error(`A picture could not be converted: the process ended with ${code}`));
    });
  });
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
