import { uploadLimits } from '../../../contract/forms/uploads.ts';

const spare: Buffer[] = [];

/**
 * Lends a buffer for a whole file; return the buffer with `returnBuffer`. Reuse matters: with new buffers 150 MB wait
 * for garbage collection during uploads.
 */
export function borrowBuffer(): Buffer {
  return spare.pop() ?? Buffer.allocUnsafeSlow(uploadLimits.bytes);
}

/** Takes back a buffer that is no longer read. */
export function returnBuffer(buffer: Buffer): void {
  spare.push(buffer);
}
