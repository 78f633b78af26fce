import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata } from 'sharp';
import { findRegion } from '../../../contract/content/picture-variants.ts';
import { type Conversion, type ConvertedFacts, exitCodes } from './convert.ts';
import { findAnimationProblem, findPictureProblem } from './picture-problem.ts';

// The process that `convertPicture` starts: reads a picture from standard input, and writes one line of JSON about it
// and the converted picture to standard output. A separate process limits the memory and time of a decoder.

/** Returns a picture rotated upright, without metadata, cropped and resized to the format of the task. */
function convert(bytes: Buffer, { autoOrient: size, pages = 1 }: Metadata, task: Conversion): Promise<Buffer> {
  const { to, animatedTo, width, crop } = task;
  const animated = pages > 1 && animatedTo !== undefined;
  const upright = sharp(bytes, { limitInputPixels: false, failOn: 'error', animated }).autoOrient();
  const part = crop ? upright.extract(findRegion(size, crop)) : upright;
  const sized = width ? part.resize({ width, withoutEnlargement: true }) : part;
  // With more effort, frames take twice as long and are five percent smaller.
  if (animated) return sized.webp({ quality: 78, effort: 2 }).toBuffer();
  const encoded = {
    // Optimised Huffman tables would need the whole picture in memory a second time.
    'image/jpeg': () => sized.jpeg({ quality: 90, optimiseCoding: false }),
    'image/png': () => sized.png(),
    // Visually equal to the JPEG. More effort takes several times as long and saves one or two percent.
    'image/avif': () => sized.avif({ quality: 55, effort: 3 }),
    'image/webp': () => sized.webp({ quality: 78, effort: 4 }),
  }[to]();
  return encoded.toBuffer();
}

/** Returns whether a colour profile is sRGB, by its description, which is in ASCII or UTF-16. */
const isSrgbProfile = (icc: Buffer) => icc.toString('latin1').replaceAll('\0', '').includes('sRGB');

/** Returns what the source of a conversion contains, by its header. */
function describeSource(header: Metadata): ConvertedFacts['source'] {
  const { autoOrient, pages = 1, format, exif, xmp, iptc, comments, icc, space, depth } = header;
  const hasOtherProfile = icc !== undefined && !isSrgbProfile(icc);
  return {
    ...autoOrient,
    frames: pages,
    format,
    hasMetadata: Boolean(exif ?? xmp ?? iptc ?? comments),
    hasOtherColours: hasOtherProfile || depth !== 'uchar' || !['srgb', 'b-w'].includes(space),
  };
}

const write = (part: string | Buffer) => new Promise<void>((resolve) => process.stdout.write(part, () => resolve()));

/** Runs a task and returns the exit code. */
async function run(task: Conversion): Promise<number> {
  const bytes = await buffer(process.stdin);
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!metadata) return exitCodes.unreadable;
  if (findPictureProblem(metadata)) return exitCodes.tooLarge;
  const problem = task.animatedTo ? findAnimationProblem(metadata) : null;
  if (problem) {
    await write(problem);
    return exitCodes.animation;
  }
  const converted = await convert(bytes, metadata, task).catch(() => null);
  if (!converted) return exitCodes.unreadable;
  const { width, height, pages = 1 } = await sharp(converted, { limitInputPixels: false }).metadata();
  const facts: ConvertedFacts = { width, height, frames: pages, source: describeSource(metadata) };
  await write(`${JSON.stringify(facts)}\n`);
  await write(converted);
  return 0;
}

// Lower priority than rendering pages.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
process.exitCode = await run(JSON.parse(process.argv[2] ?? '{}'));
