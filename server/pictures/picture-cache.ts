import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createNamedLimit } from '../../api/slots.ts';

/** Drawing keeps a processor busy; more at once would only make every other visitor wait. */
const drawnAtOnce = 2;

/** Answers the picture of a key, which names all that it shows and its format: the kept one, or the one that `draw` makes. */
export type KeepPicture = (key: string[], draw: () => Promise<Buffer>) => Promise<Buffer>;

/**
 * Pictures that take a while, each drawn once and kept in `folder`, which may be emptied at any time. Whoever asks while
 * one is drawn waits for that one. A folder that can't be written to costs time only; the log says so once.
 */
export function keepPictures(folder: string, log: Pick<FastifyBaseLogger, 'warn'>): KeepPicture {
  const underWay = new Map<string, Promise<Buffer>>();
  const limit = createNamedLimit(drawnAtOnce, 'drawings');
  let isWarned = false;

  async function store(file: string, picture: Buffer): Promise<void> {
    // Whole or not at all: other processes read the same folder.
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
    const picture = underWay.get(name) ?? readOrDraw(name, draw).finally(() => underWay.delete(name));
    underWay.set(name, picture);
    return picture;
  };
}
