import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { runLimitedProcess } from '../../api/run-limited-process.ts';
import type { Picture } from '../../site/drawings/picture.ts';
import { createPictureCache } from './picture-cache.ts';

const program = fileURLToPath(new URL('./draw-process.ts', import.meta.url));

/**
 * Draws a picture as a PNG, in a process of its own: fonts and the renderer take 100 MB and more, and most servers
 * seldom draw. `createDrawingCache` limits how many processes run at once.
 */
export async function drawPicture(picture: Picture): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'drawing-'));
  try {
    const { code, output } = await runLimitedProcess(program, [folder], Buffer.from(JSON.stringify(picture)), {
      // The renderer finds the fonts of this folder and no others. On macOS it would use those of the system.
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      PANGOCAIRO_BACKEND: 'fontconfig',
    });
    if (code !== 0) throw new Error(`A picture could not be drawn: the process ended with ${code ?? 'a limit'}`);
    return output;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the PNG of a picture, from the cache or newly drawn. */
export type GetOrDraw = (picture: Picture) => Promise<Buffer>;

/** Creates the cache of drawings in the data folder. */
export function createDrawingCache(dataDir: string, log: Pick<FastifyBaseLogger, 'warn'>): GetOrDraw {
  const getOrDraw = createPictureCache('drawings', dataDir, log);
  return (picture) => getOrDraw([JSON.stringify(picture)], () => drawPicture(picture));
}
