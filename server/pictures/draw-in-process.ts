import { fileURLToPath } from 'node:url';
import { runPictureProcess } from '../../api/pictures/run-picture-process.ts';
import type { Drawing } from '../../site/drawings/drawing.ts';
import type { SocialWords } from '../../site/drawings/social-image.ts';

/** A picture that is drawn as pixels: its kind and what it shows; sizes in pixels. */
export type DrawTask =
  | { kind: 'social image'; words: SocialWords; drawing: Drawing; isPlate: boolean }
  | { kind: 'drawing'; drawing: Drawing; width: number }
  | { kind: 'icon'; size: number }
  | { kind: 'favicon' };

const program = fileURLToPath(new URL('./draw-process.ts', import.meta.url));

/** Draws a picture in a process of its own, within 20 s. */
export async function drawInProcess(task: DrawTask): Promise<Buffer> {
  const { code, output } = await runPictureProcess(program, [], Buffer.from(JSON.stringify(task)));
  if (code !== 0) throw new Error(`A picture could not be drawn: the process ended with ${code}`);
  return output;
}
