import { parentPort } from 'node:worker_threads';
import type { FindStoredPicture } from './pictures.ts';
import { rewriteLinks } from './render.ts';
import { renderSources } from './render-sources.ts';
import { TextError } from './text-error.ts';
import { type PicturesMessage, type ThreadMessage, type ThreadTask, tooLarge } from './thread-messages.ts';

// The worker thread that `start-thread.ts` starts. It runs one task at a time.

if (!parentPort) throw new Error('This module runs in a worker thread');
const port = parentPort;

const send = (message: ThreadMessage) => port.postMessage(message);

let takePictures: ((found: PicturesMessage['found']) => void) | undefined;

/** Returns pictures by their names from the main thread, which has them from the database. */
async function fetchPictures(names: string[]): Promise<FindStoredPicture> {
  if (names.length === 0) return () => undefined;
  const found = await new Promise<PicturesMessage['found']>((resolve) => {
    takePictures = resolve;
    send({ kind: 'needsPictures', names });
  });
  return (name) => found.get(name);
}

const begin = (source: number) => send({ kind: 'begins', source });

function rewriteAll(texts: readonly string[], from: string, to: string): string[] {
  return texts.map((text, source) => {
    begin(source);
    return rewriteLinks(text, from, to);
  });
}

async function run(task: ThreadTask): Promise<ThreadMessage> {
  try {
    const result =
      task.kind === 'render'
        ? await renderSources(task.sources, fetchPictures, begin)
        : rewriteAll(task.texts, task.from, task.to);
    return { kind: 'done', result };
  } catch (error) {
    if (error instanceof TextError) return { kind: 'refused', problem: error.problem, line: error.line };
    // A string, an array or a depth of calls that JavaScript does not permit.
    if (error instanceof RangeError) return { kind: 'refused', problem: tooLarge, line: null };
    return { kind: 'failed', error };
  }
}

port.on('message', async (message: ThreadTask | PicturesMessage) => {
  if (message.kind === 'pictures') takePictures?.(message.found);
  else send(await run(message));
});
send({ kind: 'ready' });
