import { fileTypeFromBuffer } from 'file-type';
import { formatCount, formatNumber } from '../../../contract/content/number-text.ts';
import type { PictureChange } from '../../../contract/studio/picture-operations.ts';
import { cleanFileName, createFileError, type ReceivedFile, reencodePicture } from '../../messages/index.ts';
import type { Conversion, ConvertedFacts } from '../pictures/convert.ts';
import { cleanDrawing } from './clean-drawing.ts';

const formatSize = ({ width, height }: { width: number; height: number }) =>
  `${formatNumber(width)} × ${formatNumber(height)} pixels`;

/** Returns the type in which a GIF is stored, by its frames before and after the conversion. */
function describeType(before: number, after: number): string {
  if (before === 1) return 'a PNG';
  return after === 1 ? 'a WebP' : 'an animated WebP';
}

/** Returns what a conversion to a raster picture changed, each change with a code and in words. */
function listChanges({ source, ...stored }: ConvertedFacts): PictureChange[] {
  const changes: PictureChange[] = [];
  const add = (code: PictureChange['code'], message: string) => changes.push({ code, message });
  if (source.format === 'gif') add('type_converted', `The GIF is now ${describeType(source.frames, stored.frames)}.`);
  if (stored.frames < source.frames)
    add(
      'frames_merged',
      `Equal frames were merged: ${formatCount(stored.frames, 'frame')} instead of ${source.frames}.`,
    );
  if (stored.width < source.width)
    add('made_smaller', `It was made smaller, from ${formatSize(source)} to ${formatSize(stored)}.`);
  if (source.hasMetadata)
    add('metadata_removed', 'Its metadata was removed, such as the camera, the place and the time.');
  if (source.hasOtherColours) add('colours_converted', 'Its colours were converted to sRGB with 8 bits.');
  return changes;
}

/** A picture that is safe to store: its bytes contain only the visible picture. */
export interface SafePicture {
  contentType: string;
  bytes: Buffer;
  width: number;
  height: number;
  isAnimated: boolean;
}

/** A picture that was made safe, and what differs from its file. */
export interface ReadPicture {
  picture: SafePicture;
  changes: PictureChange[];
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

export function getPictureExtension(contentType: string): string {
  const extension = extensions[contentType];
  if (!extension) throw new Error(`No picture is stored as ${contentType}`);
  return extension;
}

const removedParts: PictureChange = {
  code: 'parts_removed',
  message: 'Parts that a drawing may not contain were removed, such as scripts, links, animations and metadata.',
};

function readDrawing(name: string, bytes: Buffer): ReadPicture {
  const source = bytes.toString('utf8');
  if (source.length > maxDrawingLength)
    throw createFileError('payload_too_large', `${name} is larger than 1 MB, which is too much for a drawing.`);
  const drawing = cleanDrawing(source);
  if (!drawing) {
    const message = `${name} could not be read as an SVG drawing with a width and a height.`;
    throw createFileError('unsupported_media_type', message);
  }
  const { svg, width, height, isReduced } = drawing;
  const picture = { contentType: 'image/svg+xml', bytes: Buffer.from(svg), width, height, isAnimated: false };
  return { picture, changes: isReduced ? [removedParts] : [] };
}

/** Encodes a raster picture in a format from its pixels only, at most 3,328 pixels wide. */
export async function encodePicture(
  { name, bytes }: Pick<ReceivedFile, 'name' | 'bytes'>,
  target: Pick<Conversion, 'to' | 'animatedTo'>,
  network: string,
): Promise<ReadPicture> {
  const encoded = await reencodePicture({ name, bytes, ...target, width: maxWidth }, network);
  const { width, height, frames, source } = encoded;
  const contentType = (source.frames > 1 && target.animatedTo) || target.to;
  const picture = { contentType, bytes: encoded.bytes, width, height, isAnimated: frames > 1 };
  return { picture, changes: listChanges(encoded) };
}

/** How each accepted type is stored. A GIF that does not move becomes a PNG, which keeps its exact colours. */
const targets: Record<string, Pick<Conversion, 'to' | 'animatedTo'>> = {
  'image/png': { to: 'image/png' },
  'image/jpeg': { to: 'image/jpeg' },
  'image/webp': { to: 'image/webp', animatedTo: 'image/webp' },
  'image/avif': { to: 'image/avif' },
  'image/gif': { to: 'image/png', animatedTo: 'image/webp' },
};

/**
 * Returns why a picture of a type cannot be stored and what to do, as the end of a sentence; null for a type of
 * `targets`.
 */
function findTypeProblem(type: string | undefined, bytes: Buffer): string | null {
  if (type?.startsWith('image/hei'))
    return 'is a HEIC picture, which many browsers cannot show. Save it as JPEG: on a Mac, open it in Preview and choose File, Export; for new photographs of an iPhone, choose Settings, Camera, Formats, Most Compatible';
  // The brand of an AVIF sequence.
  const isAnimatedAvif = type === 'image/avif' && bytes.toString('latin1', 8, 12) === 'avis';
  if (type === 'image/apng' || isAnimatedAvif)
    return 'is an animated PNG or AVIF, which would lose its motion. Save it as an animated WebP or GIF';
  return type !== undefined && type in targets ? null : 'is not a PNG, JPEG, WebP, AVIF, GIF or SVG picture';
}

/**
 * Returns the type of a raster picture by its content, and why it cannot be stored and what to do, as the end of a
 * sentence; `problem`: null without one.
 */
export async function readPictureType(bytes: Buffer): Promise<{ type: string; problem: string | null }> {
  // Content made to break the parser has no type.
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  return { type: found?.mime ?? '', problem: findTypeProblem(found?.mime, bytes) };
}

/**
 * Reads an uploaded picture by its content, whatever its name says. Errors name the file on the field `files`:
 * `bad_request` for an empty file, `payload_too_large`, `unsupported_media_type` for anything but PNG, JPEG, WebP,
 * AVIF, GIF and SVG. WebP and GIF keep their motion.
 */
export async function readPicture(received: ReceivedFile, network: string): Promise<ReadPicture> {
  const name = cleanFileName(received.name);
  const { bytes, isLost, isTooLarge } = received;
  if (isLost) throw createFileError('unavailable', `${name} could not be stored right now. Please try again shortly.`);
  if (isTooLarge) throw createFileError('payload_too_large', `${name} is larger than 10 MB.`);
  if (bytes.length === 0) throw createFileError('bad_request', `${name} is empty.`);
  if (/\.svg$/i.test(name)) return readDrawing(name, bytes);
  const { type, problem } = await readPictureType(bytes);
  const target = targets[type];
  if (problem || !target) throw createFileError('unsupported_media_type', `${name} ${problem}.`);
  return encodePicture({ name, bytes }, target, network);
}
