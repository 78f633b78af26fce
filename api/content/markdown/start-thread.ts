import { getCompileCacheDir } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createFairSemaphore, type SemaphoreLimits } from '../../fair-semaphore.ts';
import type { FindStoredPicture, StoredPicture } from './pictures.ts';
import { TextError } from './text-error.ts';
import {
  type PicturesMessage,
  type ThreadLimits,
  type ThreadMessage,
  type ThreadResults,
  type ThreadTask,
  tooLarge,
  tooSlow,
} from './thread-messages.ts';

/** A worker thread that runs one task at a time. */
interface MarkdownThread {
  /** Runs a task. Throws `unprocessable` for a text that takes more than the limits; the thread has then ended. */
  run<K extends ThreadTask['kind']>(
    task: Extract<ThreadTask, { kind: K }>,
    getPicture: FindStoredPicture,
  ): Promise<ThreadResults[K]>;
  end(): void;
  readonly hasEnded: boolean;
}

interface Job {
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
  getPicture: FindStoredPicture;
  /** The index of the text that the thread works on. */
  source: number;
  /** Aborted when the job is settled. */
  settled: AbortController;
}

/** Milliseconds between two looks at the processor time of a task that is close to its limit. */
const shortestWait = 50;

const program = new URL('./render-thread.ts', import.meta.url);

function findAll(names: readonly string[], getPicture: FindStoredPicture): Map<string, StoredPicture> {
  const found = new Map<string, StoredPicture>();
  for (const name of names) {
    const picture = getPicture(name);
    if (picture) found.set(name, picture);
  }
  return found;
}

/** Starts a worker thread. While it waits for a task, it does not keep the process running. */
function startThread({ time, memory }: ThreadLimits): MarkdownThread {
  const cache = getCompileCacheDir();
  const worker = new Worker(program, {
    name: 'markdown',
    // Without the second limit, V8 lets the space for new objects grow by 100 MB more for a long text.
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 24 },
    // With the server's compile cache a thread starts in 0.1 to 0.2 s instead of 0.3 s. It needs no other variable.
    env: cache ? { NODE_COMPILE_CACHE: cache } : {},
  });
  let job: Job | null = null;
  let isReady = false;
  let hasEnded = false;

  function settle(finish: (job: Job) => void): void {
    const last = job;
    job = null;
    worker.unref();
    if (!last) return;
    last.settled.abort();
    finish(last);
  }

  function end(error: unknown): void {
    hasEnded = true;
    void worker.terminate();
    settle(({ reject }) => reject(error));
  }

  async function readProcessorTime(): Promise<number> {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  }

  /**
   * Ends the thread when a task has used up its processor time. The time in which the thread waits for a processor or
   * for pictures does not count, so that a busy machine refuses no text.
   */
  async function limitProcessorTime(limited: Job): Promise<void> {
    const start = await readProcessorTime();
    let left = time;
    while (left > 0) {
      await sleep(Math.max(left, shortestWait), undefined, { ref: false, signal: limited.settled.signal });
      left = start + time - (await readProcessorTime());
    }
    if (job === limited) end(new TextError(tooSlow, null, limited));
  }

  function startJob(started: Job): void {
    limitProcessorTime(started).catch((error: NodeJS.ErrnoException) => {
      // A settled job needs no limit. If the thread has ended, its events settle the job, with the reason.
      if (job !== started || error.code === 'ERR_WORKER_NOT_RUNNING') return;
      // A job whose time cannot be limited is ended.
      end(error);
    });
  }

  worker.on('message', (message: ThreadMessage) => {
    if (message.kind === 'ready') {
      // Loading the modules does not count.
      isReady = true;
      if (job) startJob(job);
    } else if (message.kind === 'needsPictures') {
      if (!job) return;
      const found = findAll(message.names, job.getPicture);
      worker.postMessage({ kind: 'pictures', found } satisfies PicturesMessage);
    } else if (message.kind === 'begins') {
      if (job) job.source = message.source;
    } else if (message.kind === 'refused')
      settle(({ reject, source }) => reject(new TextError(message.problem, message.line, { source })));
    else if (message.kind === 'failed') settle(({ reject }) => reject(message.error));
    // The result is that of the task, which the compiler cannot know.
    else settle(({ resolve }) => resolve(message.result as never));
  });
  worker.on('error', (error: NodeJS.ErrnoException) =>
    end(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TextError(tooLarge, null, { source: job?.source ?? 0 }) : error,
    ),
  );
  worker.on('exit', () => end(new Error('A thread that renders Markdown has ended')));
  worker.unref();

  return {
    run: (task, getPicture) =>
      new Promise((resolve, reject) => {
        job = { resolve, reject, getPicture, source: 0, settled: new AbortController() };
        worker.ref();
        worker.postMessage(task);
        if (isReady) startJob(job);
      }),
    end: () => end(new Error('The thread was ended')),
    get hasEnded() {
      return hasEnded;
    },
  };
}

/** Milliseconds after which a thread without work ends, because it holds 50 MB or more. */
const idleTime = 600_000;

interface RunOptions {
  /** The limits of a group are in `SlotLimits`. Groups take turns. */
  group: string;
  getPicture?: FindStoredPicture | undefined;
}

/** Runs tasks in worker threads. */
export interface ThreadPool {
  /** Throws `unprocessable` for a text above the limits, and `too_many_requests` while too many texts wait. */
  run<K extends ThreadTask['kind']>(
    task: Extract<ThreadTask, { kind: K }>,
    options: RunOptions,
  ): Promise<ThreadResults[K]>;
}

/** Creates a pool of threads, which start when they are needed. Metrics show the queue by its name. */
export function createThreadPool(limits: ThreadLimits, slotLimits: SemaphoreLimits, name?: string): ThreadPool {
  const semaphore = createFairSemaphore(slotLimits, name);
  const idle: { thread: MarkdownThread; timer: NodeJS.Timeout }[] = [];

  function takeThread(): MarkdownThread {
    for (let last = idle.pop(); last; last = idle.pop()) {
      clearTimeout(last.timer);
      if (!last.thread.hasEnded) return last.thread;
    }
    return startThread(limits);
  }

  function keepThread(thread: MarkdownThread): void {
    if (!thread.hasEnded) idle.push({ thread, timer: setTimeout(thread.end, idleTime).unref() });
  }

  return {
    run: async (task, { group, getPicture = () => undefined }) => {
      const release = await semaphore.acquire(group);
      try {
        const thread = takeThread();
        return await thread.run(task, getPicture).finally(() => keepThread(thread));
      } finally {
        release();
      }
    },
  };
}
