import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createNamedLimit } from '../../api/slots.ts';

/** How many pictures a cache draws at once. Drawing uses a whole processor, so more would delay other visitors. */
const concurrency = 2;

/**
 * Returns the picture of a key from the cache, or the one that `draw` makes. The key holds everything that the picture
 * shows, and its format.
 */
export type GetOrDrawPicture = (key: string[], draw: () => Promise<Buffer>) => Promise<Buffer>;

/**
 * Creates a cache of pictures in `folder`, which may be emptied at any time. Each picture is drawn once, also for
 * concurrent requests. Without write access to the folder, pictures are drawn again, and the log says so once.
 */
export function createPictureCache(folder: string, log: Pick<FastifyBaseLogger, 'warn'>): GetOrDrawPicture {
  const inFlight = new Map<string, Promise<Buffer>>();
  const limit = createNamedLimit(concurrency, 'drawings');
  let isWarned = false;

  async function store(file: string, picture: Buffer): Promise<void> {
    // Written under another name first, because other processes read the same folder.
    const part = `${file}.${randomUUID()}`;
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(part, picture);
      await rename(part, file);
    } catch (error) {
      if (!isWarned) log.warn({ err: error }, 'drawn pictures cannot be kept');
      isWarned = true;
    }
  }

  async function readOrDraw(name: string, draw: () => Promise<Buffer>): Promise<Buffer> {
    const file = join(folder, name);
    const kept = await readFile(file).catch(() => null);
    if (kept) return kept;
    const picture = await limit(draw);
    await store(file, picture);
    return picture;
  }

  return (key, draw) => {
    const name = createHash('sha256').update(JSON.stringify(key)).digest('hex');
    const picture = inFlight.get(name) ?? readOrDraw(name, draw).finally(() => inFlight.delete(name));
    inFlight.set(name, picture);
    return picture;
  };
}
