import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createNamedLimit } from '../../api/fair-semaphore.ts';

/** How many pictures a cache draws at once. Drawing uses a whole processor, so more would delay other visitors. */
const concurrency = 2;

/** Milliseconds for which a picture is kept. Those of earlier texts and titles must not fill the disk. */
const pictureLife = 30 * 24 * 60 * 60 * 1_000;
/** Milliseconds between two removals of old pictures. */
const removalInterval = 60 * 60 * 1_000;

/** Removes the files of a folder that are older than `pictureLife`. Another process may remove the same files. */
async function removeOldPictures(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > pictureLife) await rm(file, { force: true });
  }
}

/**
 * Returns the picture of a key from the cache, or the one that `draw` makes. The key holds everything that the picture
 * shows, and its format.
 */
export type GetOrDrawPicture = (key: string[], draw: () => Promise<Buffer>) => Promise<Buffer>;

/**
 * Creates the cache of pictures in the folder `cache/<name>` of the data folder, which may be emptied at any time. Each
 * picture is drawn once in 30 days, also for concurrent requests, and metrics show the work by `name`. Without write
 * access to the folder, pictures are drawn again, and the log says so once.
 */
export function createPictureCache(
  name: 'drawings' | 'pictures' | 'originals',
  dataDir: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): GetOrDrawPicture {
  const folder = join(dataDir, 'cache', name);
  const inFlight = new Map<string, Promise<Buffer>>();
  const limit = createNamedLimit(concurrency, name);
  let isWarned = false;
  let removedAt = 0;

  async function store(file: string, picture: Buffer): Promise<void> {
    // Written under another name first, because other processes read the same folder.
    const part = `${file}.${randomUUID()}`;
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(part, picture);
      await rename(part, file);
      if (Date.now() - removedAt > removalInterval) {
        removedAt = Date.now();
        await removeOldPictures(folder);
      }
    } catch (error) {
      if (!isWarned) log.warn({ err: error }, 'drawn pictures cannot be kept');
      isWarned = true;
    }
  }

  async function readOrDraw(key: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const file = join(folder, key);
    const kept = await readFile(file).catch(() => null);
    if (kept) return kept;
    const picture = await limit(draw);
    await store(file, picture);
    return picture;
  }

  return (parts, draw) => {
    const key = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    const picture = inFlight.get(key) ?? readOrDraw(key, draw).finally(() => inFlight.delete(key));
    inFlight.set(key, picture);
    return picture;
  };
}
