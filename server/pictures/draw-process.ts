import { setPriority } from 'node:os';
import { json } from 'node:stream/consumers';
import sharp from 'sharp';
import { drawFavicon, drawIconPng } from '../../site/drawings/icon-pixels.ts';
import { drawPng } from '../../site/drawings/png.ts';
import { drawSocialImage } from '../../site/drawings/social-image.ts';
import type { DrawTask } from './draw-in-process.ts';

// The process that `drawInProcess` starts: reads a task from standard input and writes a PNG or an icon to standard
// output. A separate process keeps fonts and renderers, which take 200 MB, out of the memory of the server.

function draw(task: DrawTask): Promise<Buffer> {
  switch (task.kind) {
    case 'social image':
      return drawSocialImage(task.words, task.drawing, task.isPlate);
    case 'drawing':
      return drawPng(task.drawing, task.width);
    case 'icon':
      return drawIconPng(task.size);
    case 'favicon':
      return drawFavicon();
  }
}

// Lower priority than rendering pages.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
const picture = await draw((await json(process.stdin)) as DrawTask);
await new Promise<void>((resolve) => process.stdout.write(picture, () => resolve()));
