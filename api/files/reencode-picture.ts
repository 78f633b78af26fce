import { atMost } from '../slots.ts';
import { refuseFile } from './refuse.ts';

/** More than any telephone's camera takes at its usual setting; a picture this large needs 200 MB to be decoded. */
const pixelLimit = 50_000_000;
const inTurn = atMost(2);

/**
 * A PNG or JPEG drawn anew from its pixels alone: turned as its orientation says, without metadata (the place where it
 * was taken, for one) and without whatever was hidden behind it. `payload_too_large` for more than 50 million pixels,
 * `unsupported_media_type` where it can't be read.
 */
export function reencodePicture(name: string, contentType: string, bytes: Buffer): Promise<Buffer> {
  return inTurn(async () => {
    const { default: sharp } = await import('sharp');
    const picture = sharp(bytes, { limitInputPixels: pixelLimit, failOn: 'error' })
      .autoOrient()
      .timeout({ seconds: 20 });
    const encoded = contentType === 'image/png' ? picture.png() : picture.jpeg({ quality: 90 });
    return encoded.toBuffer().catch((cause: unknown) => {
      if (/pixel limit/i.test(String(cause))) {
        throw refuseFile('payload_too_large', `${name} has more than 50 million pixels. Please make it smaller.`);
      }
      throw refuseFile('unsupported_media_type', `${name} could not be read as a picture.`, cause);
    });
  });
}
