import { convertPicture, PictureError } from '../pictures/convert.ts';
import { refuseFile } from './refuse.ts';

/**
 * Draws a PNG or JPEG anew from its pixels alone: turned as its orientation says, without metadata (the place where it was
 * taken, for one) and without whatever was hidden behind it. Throws `payload_too_large` for a picture beyond `pictureLimits`,
 * `unsupported_media_type` where it can't be read.
 */
export async function reencodePicture(
  { name, contentType, bytes }: { name: string; contentType: 'image/png' | 'image/jpeg'; bytes: Buffer },
  network: string,
): Promise<Buffer> {
  try {
    return await convertPicture(bytes, { to: contentType }, network);
  } catch (cause) {
    if (!(cause instanceof PictureError)) throw cause;
    if (cause.reason === 'unreadable')
      throw refuseFile('unsupported_media_type', `${name} could not be read as a picture.`, cause);
    const message = `${name} is too large a picture: at most 50 million pixels, and 16,384 to a side. Please make it smaller.`;
    throw refuseFile('payload_too_large', message, cause);
  }
}
