import { fileURLToPath } from 'node:url';
import { importContent } from '../api/content/import.ts';
import { isEmpty } from '../api/content/is-empty.ts';
import { rerenderOutdated } from '../api/content/rerender.ts';
import type { Context } from '../api/context.ts';
import { importPlaces } from '../api/location/import.ts';

const contentFolder = fileURLToPath(new URL('../content', import.meta.url));

/** Fills an empty database with the demo company and the world's places, and renders again what an older renderer made. */
export async function prepareContent(ctx: Context, signal: AbortSignal): Promise<void> {
  const steps = [
    async () => {
      if (await isEmpty(ctx)) await importContent(ctx, contentFolder);
    },
    () => rerenderOutdated(ctx),
    () => importPlaces(ctx),
  ];
  for (const step of steps) {
    signal.throwIfAborted();
    await step();
  }
}
