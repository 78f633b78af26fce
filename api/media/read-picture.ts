import { fileTypeFromBuffer } from 'file-type';
import { cleanFileName } from '../files/clean-name.ts';
import { createFileError } from '../files/file-error.ts';
import { reencodePicture } from '../files/reencode-picture.ts';
import type { ReceivedFile } from '../files/upload.ts';
import type { Conversion } from '../pictures/convert.ts';
import { cleanDrawing } from './clean-drawing.ts';

/** A picture that is safe to store: its bytes contain only the visible picture. */
export interface SafePicture {
  contentType: string;
  bytes: Buffer;
  width: number;
  height: number;
}

/** The most pixels across: twice the widest text on a display with two pixels to a CSS pixel. */
const maxWidth = 3_328;
/** The most characters of a drawing's source. */
const maxDrawingLength = 1_000_000;

const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

/** Returns the extension that the file of a picture has. */
export function getPictureExtension(contentType: string): string {
  const extension = extensions[contentType];
  if (!extension) throw new Error(`No picture is stored as ${contentType}`);
  return extension;
}

function readDrawing(name: string, bytes: Buffer): SafePicture {
  const source = bytes.toString('utf8');
  if (source.length > maxDrawingLength)
    throw createFileError('payload_too_large', `${name} is larger than 1 MB, which is too much for a drawing.`);
  const drawing = cleanDrawing(source);
  if (!drawing) {
    const message = `${name} could not be read as an SVG drawing with a width and a height.`;
    throw createFileError('unsupported_media_type', message);
  }
  const { svg, width, height } = drawing;
  return { contentType: 'image/svg+xml', bytes: Buffer.from(svg), width, height };
}

/** Encodes a raster picture in a format from its pixels only, at most 3,328 pixels wide. */
export async function encodePicture(
  { name, bytes }: Pick<ReceivedFile, 'name' | 'bytes'>,
  to: Conversion['to'],
  network: string,
): Promise<SafePicture> {
  const encoded = await reencodePicture({ name, bytes, to, width: maxWidth }, network);
  // Loaded by the first upload, because most servers never need it; the bytes are our own encoder's.
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(encoded).metadata();
  return { contentType: to, bytes: encoded, width, height };
}

/** Returns why a picture of a type cannot be stored and what to do, as the end of a sentence; null for other types. */
function findTypeProblem(type: string | undefined, bytes: Buffer): string | null {
  if (type?.startsWith('image/hei'))
    return 'is a HEIC picture, which many browsers cannot show. Save it as JPEG: on a Mac, open it in Preview and choose File, Export; for new photographs of an iPhone, choose Settings, Camera, Formats, Most Compatible.';
  if (type === 'image/gif') return 'is a GIF, which cannot be stored. Save it as PNG, which keeps one frame.';
  // The flag for animation of an extended WebP, and the brand of an AVIF sequence.
  const isMovingWebp =
    type === 'image/webp' && bytes.toString('latin1', 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) > 0;
  const isMovingAvif = type === 'image/avif' && bytes.toString('latin1', 8, 12) === 'avis';
  if (type === 'image/apng' || isMovingWebp || isMovingAvif)
    return 'is animated, and only still pictures can be stored. Save one frame of it as PNG, JPEG or WebP.';
  return null;
}

/**
 * Reads an uploaded picture by its content, whatever its name says. Errors name the file on the field `files`:
 * `bad_request` for an empty file, `payload_too_large`, `unsupported_media_type` for anything but still PNG, JPEG,
 * WebP, AVIF and SVG.
 */
export async function readPicture(received: ReceivedFile, network: string): Promise<SafePicture> {
  const name = cleanFileName(received.name);
  const { bytes, isLost, isTooLarge } = received;
  if (isLost) throw createFileError('unavailable', `${name} could not be stored right now. Please try again shortly.`);
  if (isTooLarge) throw createFileError('payload_too_large', `${name} is larger than 10 MB.`);
  if (bytes.length === 0) throw createFileError('bad_request', `${name} is empty.`);
  if (/\.svg$/i.test(name)) return readDrawing(name, bytes);
  // Content made to break the parser has no type.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  const to = found?.mime;
  const problem = findTypeProblem(to, bytes);
  if (problem) throw createFileError('unsupported_media_type', `${name} ${problem}`);
  if (to !== 'image/png' && to !== 'image/jpeg' && to !== 'image/webp' && to !== 'image/avif')
    throw createFileError('unsupported_media_type', `${name} is not a PNG, JPEG, WebP, AVIF or SVG picture.`);
  return encodePicture({ name, bytes }, to, network);
}
