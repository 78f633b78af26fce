import { uploadLimits } from '../../contract/uploads.ts';

const spare: Buffer[] = [];

/**
 * Lends a buffer for a whole file, to be given back with `giveBackBuffer`. Buffers are used again: of new ones, 150 MB wait
 * for V8 to collect them while files come in.
 */
export function takeBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(uploadLimits.bytes);
}

/** Takes back a buffer that nothing reads any more. */
export function giveBackBuffer(buffer: Buffer): void {
  spare.push(buffer);
}
