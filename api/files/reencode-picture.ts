import { type Conversion, convertPicture, PictureError } from '../pictures/convert.ts';
import { createFileError } from './file-error.ts';

/**
 * Encodes a picture again from its pixels only: rotated by its orientation, without metadata (such as the location)
 * and hidden data. Throws `payload_too_large` for a picture beyond `pictureLimits`, `unsupported_media_type` for an
 * unreadable picture.
 */
export async function reencodePicture(
  { name, bytes, ...conversion }: { name: string; bytes: Buffer } & Conversion,
  network: string,
): Promise<Buffer> {
  try {
    return await convertPicture(bytes, conversion, network);
  } catch (cause) {
    if (!(cause instanceof PictureError)) throw cause;
    if (cause.reason === 'unreadable')
      throw createFileError('unsupported_media_type', `${name} could not be read as a picture.`, cause);
    const message = `${name} is too large: at most 50 million pixels, and 16,384 to a side. Please make it smaller.`;
    throw createFileError('payload_too_large', message, cause);
  }
}
