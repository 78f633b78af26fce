import type { PageLoader, PageName } from './routes.ts';

/** Specification, sections 2 and 9: one try and up to 5 more, 1000 ms apart, each bounded by 120 000 ms. */
export const retries = 5;
export const retryPause = 1_000;
export const attemptLimit = 120_000;

export interface PageLoading {
  /** Address of each page's chunk; empty while developing. */
  chunks: Partial<Record<PageName, string>>;
  build: string;
  /** Address the visitor is on the way to, null while the first page starts. */
  target: () => string | null;
}

function within<T>(limit: number, attempt: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The page's code did not arrive within ${limit} ms`)), limit);
    attempt.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Whether the server has moved on to another release than the one this page came with. */
async function isOutdated(build: string): Promise<boolean> {
  try {
    const answer = await fetch('/build.json', { cache: 'no-store', signal: AbortSignal.timeout(2_000) });
    return answer.ok && ((await answer.json()) as { build: string }).build !== build;
  } catch {
    return false;
  }
}

/**
 * Loads pages as the specification says. A browser remembers a failed import by its address, so each retry asks under
 * a new one. Where a release has removed the chunk, the link the visitor asked for is loaded whole, once.
 */
export function createPageLoader({ chunks, build, target }: PageLoading): PageLoader {
  return async (name, load) => {
    const chunk = chunks[name];
    for (let attempt = 0; ; attempt++) {
      try {
        const again = attempt > 0 && chunk;
        return await within(attemptLimit, again ? import(/* @vite-ignore */ `${chunk}?retry=${attempt}`) : load());
      } catch (error) {
        const goal = target();
        if (attempt === 0 && goal && (await isOutdated(build))) {
          location.assign(goal);
          await new Promise(() => undefined);
        }
        if (attempt === retries) throw error;
        await pause(retryPause);
      }
    }
  };
}
