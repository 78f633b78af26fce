import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { listSemaphoreUse } from '../../api/fair-semaphore.ts';
import { createRecordingLogger } from '../../testing/logger.ts';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { createPictureCache } from './picture-cache.ts';

const base = await setUpDataFolder('site-pictures-');

/** Creates a draw function that counts its calls and how many of them run at once. */
function createPen() {
  const counted = { drawn: 0, atOnce: 0, most: 0 };
  const draw = (text: string) => async () => {
    counted.drawn++;
    counted.most = Math.max(counted.most, ++counted.atOnce);
    await sleep(10);
    counted.atOnce--;
    return Buffer.from(text);
  };
  return { counted, draw };
}

it('draws a picture once for concurrent requests, and not again while it is kept', async () => {
  const { logger } = createRecordingLogger();
  const folder = join(base, 'once/cache/drawings');
  const { counted, draw } = createPen();
  const keep = createPictureCache('drawings', join(base, 'once'), logger);
  const same = await Promise.all(Array.from({ length: 8 }, () => keep(['a', 'b'], draw('ab'))));
  expect(same.map(String)).toEqual(Array(8).fill('ab'));
  expect(String(await keep(['a', 'b'], draw('other')))).toBe('ab');
  expect(String(await createPictureCache('drawings', join(base, 'once'), logger)(['a', 'b'], draw('other')))).toBe(
    'ab',
  );
  expect(counted.drawn).toBe(1);
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  await rm(folder, { recursive: true });
  expect(String(await keep(['a', 'b'], draw('again')))).toBe('again');
});

it('removes pictures that are older than 30 days when it stores another', async () => {
  const folder = join(base, 'old/cache/drawings');
  await mkdir(folder, { recursive: true });
  for (const [name, days] of [
    ['recent', 29],
    ['old', 31],
  ] as const) {
    const time = new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
    await writeFile(join(folder, name), name);
    await utimes(join(folder, name), time, time);
  }
  const { draw } = createPen();
  await createPictureCache('drawings', join(base, 'old'), createRecordingLogger().logger)(['a'], draw('a'));
  expect((await readdir(folder)).sort()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), 'recent']);
});

it('draws two pictures at a time, in the order of the requests, also after one that fails', async () => {
  const { counted, draw } = createPen();
  const keep = createPictureCache('drawings', join(base, 'turns'), createRecordingLogger().logger);
  const failing = keep(['failing'], async () => {
    throw new Error('no ink');
  });
  const others = Array.from({ length: 7 }, (_, index) => keep([String(index)], draw(String(index))));
  await expect(failing).rejects.toThrow('no ink');
  expect((await Promise.all(others)).map(String)).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  expect(counted).toMatchObject({ drawn: 7, most: 2 });
  expect(String(await keep(['failing'], draw('now')))).toBe('now');
});

it('shows in the metrics the work of each cache by its name', async () => {
  const { logger } = createRecordingLogger();
  const drawings = createPictureCache('drawings', join(base, 'named'), logger);
  createPictureCache('pictures', join(base, 'named'), logger);
  const ending = Promise.withResolvers<Buffer>();
  const works = ['a', 'b', 'c'].map((key) => drawings([key], () => ending.promise));
  const find = (wanted: string) => listSemaphoreUse().find(({ name }) => name === wanted);
  await expect.poll(() => find('drawings')).toEqual({ name: 'drawings', taken: 2, waiting: 1 });
  expect(find('pictures')).toEqual({ name: 'pictures', taken: 0, waiting: 0 });
  ending.resolve(Buffer.from('done'));
  await Promise.all(works);
});

it('returns the picture if it cannot be kept, and logs that once', async () => {
  const { logger, lines } = createRecordingLogger();
  await writeFile(join(base, 'file'), '');
  const keep = createPictureCache('drawings', join(base, 'file'), logger);
  const { draw } = createPen();
  expect(String(await keep(['a'], draw('a')))).toBe('a');
  expect(String(await keep(['b'], draw('b')))).toBe('b');
  expect(lines).toMatchObject([{ level: 40, msg: 'drawn pictures cannot be kept' }]);
});
