import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { findRegion } from '../../contract/picture-variants.ts';
import { type Conversion, exitCodes } from './convert.ts';
import { findPictureProblem } from './picture-problem.ts';

// The process that `convertPicture` starts: reads a picture from standard input and writes one to standard output. A
// separate process limits the memory and time of a decoder.

interface Size {
  width: number;
  height: number;
}

/** Returns a picture rotated upright, without metadata, cropped and resized to the format of the task. */
function convert(bytes: Buffer, size: Size, { to, width, crop }: Conversion): Promise<Buffer> {
  const upright = sharp(bytes, { limitInputPixels: false, failOn: 'error' }).autoOrient();
  const part = crop ? upright.extract(findRegion(size, crop)) : upright;
  const sized = width ? part.resize({ width, withoutEnlargement: true }) : part;
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

/** Runs a task and returns the exit code. */
async function run(task: Conversion): Promise<number> {
  const bytes = await buffer(process.stdin);
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!metadata) return exitCodes.unreadable;
  if (findPictureProblem(metadata)) return exitCodes.tooLarge;
  const converted = await convert(bytes, metadata.autoOrient, task).catch(() => null);
  if (!converted) return exitCodes.unreadable;
  await new Promise<void>((resolve) => process.stdout.write(converted, () => resolve()));
  return 0;
}

// Lower priority than rendering pages.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
process.exitCode = await run(JSON.parse(process.argv[2] ?? '{}'));
