import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { type Conversion, exitCodes } from './convert.ts';
import { pictureProblem } from './picture-problem.ts';

// What `convertPicture` runs: a picture comes in on standard input and goes out on standard output. It is a process of its own, so
// that what a decoder takes of memory and time ends with it.

/** The picture upright, without metadata, as the task wants it. */
function convert(bytes: Buffer, { to, width }: Conversion): Promise<Buffer> {
  const upright = sharp(bytes, { limitInputPixels: false, failOn: 'error' }).autoOrient();
  const sized = width ? upright.resize({ width, withoutEnlargement: true }) : upright;
  const encoded = {
    // Best Huffman tables would need the whole picture in memory a second time.
    'image/jpeg': () => sized.jpeg({ quality: 90, optimiseCoding: false }),
    'image/png': () => sized.png(),
    // About the same to the eye; more effort takes several times as long for one or two bytes of a hundred.
    'image/avif': () => sized.avif({ quality: 55, effort: 3 }),
    'image/webp': () => sized.webp({ quality: 78, effort: 4 }),
  }[to]();
  return encoded.toBuffer();
}

/** Answers the code to exit with. */
async function run(task: Conversion): Promise<number> {
  const bytes = await buffer(process.stdin);
  const metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!metadata) return exitCodes.unreadable;
  if (pictureProblem(metadata)) return exitCodes.tooLarge;
  const converted = await convert(bytes, task).catch(() => null);
  if (!converted) return exitCodes.unreadable;
  await new Promise<void>((resolve) => process.stdout.write(converted, () => resolve()));
  return 0;
}

// Pages go first.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
process.exitCode = await run(JSON.parse(process.argv[2] ?? '{}'));
