import { type Conversion, type ConvertedPicture, convertPicture, PictureError } from '../../content/index.ts';
import { createFileError } from './incoming.ts';

/** Returns what is wrong with a refused picture and what to do, as the end of a sentence. */
function describeRefusal({ reason, problem }: PictureError): string {
  if (reason === 'animation') return problem;
  if (reason === 'too costly')
    return 'takes more than 20 seconds to convert, or becomes larger than 32 MB. Please make it smaller, or shorten it';
  return 'is too large: at most 50 million pixels, and 16,384 to a side. Please make it smaller';
}

/**
 * Encodes a picture again from its pixels only: rotated by its orientation, without metadata (such as the location)
 * and hidden data. Throws `payload_too_large` for a picture beyond `pictureLimits` or `animationLimits`, and
 * `unsupported_media_type` for an unreadable picture.
 */
export async function reencodePicture(
  { name, bytes, ...conversion }: { name: string; bytes: Buffer } & Conversion,
  network: string,
): Promise<ConvertedPicture> {
  try {
    return await convertPicture(bytes, conversion, network);
  } catch (cause) {
    if (!(cause instanceof PictureError)) throw cause;
    if (cause.reason === 'unreadable')
      throw createFileError('unsupported_media_type', `${name} could not be read as a picture.`, cause);
    throw createFileError('payload_too_large', `${name} ${describeRefusal(cause)}.`, cause);
  }
}
