import { createFairSemaphore, type SemaphoreLimits } from '../../fair-semaphore.ts';
import type { FindStoredPicture } from './pictures.ts';
import { type MarkdownThread, startThread } from './start-thread.ts';
import type { ThreadLimits } from './thread-limits.ts';
import type { ThreadResults, ThreadTask } from './thread-messages.ts';

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
