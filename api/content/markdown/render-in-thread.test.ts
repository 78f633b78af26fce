import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { hardConstructs } from '../../../proofs/byte-stable/hard-constructs.ts';
import type { FindStoredPicture, StoredPicture } from './pictures.ts';
import { renderMarkdown, rewriteLinks } from './render.ts';
import { renderInThread, rewriteLinksInThread } from './render-in-thread.ts';
import { createThreadPool } from './start-thread.ts';

const drawing: StoredPicture = {
  size: { width: 8, height: 4 },
  svg: '<svg viewBox="0 0 8 4"><marker id="m"/><path d="M0 0" marker-end="url(#m)"/></svg>',
};
const pictures = new Map<string, StoredPicture>([
  ['fsync-layers.svg', drawing],
  ['fsync-layers-narrow.svg', drawing],
  ['a_photo.jpg', { size: { width: 1000, height: 500 }, svg: null }],
]);
const getPicture: FindStoredPicture = (name) => pictures.get(name);

const texts = Object.entries({
  ...hardConstructs,
  pictures: [
    '![By its path](media/fsync-layers.svg)',
    '![By its address](/media/fsync-layers.svg "Title")',
    '![Escaped](media/a\\_photo.jpg) and ![encoded](media/a&#95;photo.jpg)',
    '![Unknown](media/unknown.svg)',
    '![A word of objects](media/constructor)',
  ].join('\n\n'),
});

const owner = (id: number) => ({ id, createdBy: id });
const oneSlot = { total: 1, perGroup: 1 };

describe('a text that is rendered in a thread', () => {
  it.each(texts)('has the same result as one that is rendered directly: %s', async (_, markdown) => {
    expect(await renderInThread(markdown, null, getPicture)).toStrictEqual(await renderMarkdown(markdown, getPicture));
    const linking = `${markdown}\n\n[a](/trust#a)`;
    const rewritten = rewriteLinks(linking, '/trust', '/why');
    expect(await rewriteLinksInThread([linking], owner(1), { from: '/trust', to: '/why' })).toEqual([rewritten]);
  });
});

describe('a text above the limits', () => {
  const pool = createThreadPool({ time: 500, memory: 64 }, oneSlot);
  const render = (markdown: string) =>
    pool.run({ kind: 'render', sources: [{ markdown }] }, { group: '' }).then(([only]) => only);
  const wideTable = `${'|a'.repeat(5_000)}\n${'|-'.repeat(5_000)}\n${'a\n'.repeat(20_000)}`;

  it.each([
    ['takes more time', '**a'.repeat(30_000), /^The text takes too long to format\. Look for many unclosed/],
    ['takes more memory or time', wideTable, /^The text (?:becomes too large|takes too long)/],
  ])('that %s is refused with its field, and its thread is replaced', async (_, markdown, message) => {
    const field = { path: 'body', message: expect.any(String) };
    await expect(render(markdown)).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringMatching(message),
      fields: [field],
    });
    expect((await render('*a*'))?.html).toBe('<p><em>a</em></p>');
  });

  it('is not refused for the time in which its thread waits', async () => {
    await render('a');
    const rendering = pool.run(
      { kind: 'render', sources: [{ markdown: '![](media/a_photo.jpg)' }] },
      { group: '', getPicture },
    );
    await setImmediate();
    // Nobody answers the thread for longer than the time limit.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    expect((await rendering)[0]?.pictures).toHaveLength(1);
  });

  it('is refused when its thread has ended before its processor time is read', async () => {
    const started = once(process, 'worker');
    const { run } = createThreadPool({ time: 300, memory: 64 }, oneSlot);
    await run({ kind: 'render', sources: [{ markdown: 'a' }] }, { group: '' });
    const rendering = run({ kind: 'render', sources: [{ markdown: wideTable }] }, { group: '' });
    const [worker]: Worker[] = await started;
    await setImmediate();
    // The times of a thread are read in order: this time is known after that of the start.
    await worker?.cpuUsage();
    // The main thread is blocked from here on, until the worker has run out of memory. The timer of the next read was
    // due meanwhile, so it runs before Node reports the end of the worker.
    await setImmediate();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
    await expect(rendering).rejects.toMatchObject({ code: 'unprocessable' });
  });

  it('also ends the rewriting of its links', async () => {
    const markdown = `[a](/b) ${'**a'.repeat(30_000)}`;
    await expect(
      pool.run({ kind: 'rewriteLinks', texts: [markdown], from: '/b', to: '/c' }, { group: '' }),
    ).rejects.toMatchObject({ code: 'unprocessable' });
  });
});
