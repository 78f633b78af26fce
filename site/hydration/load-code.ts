/**
 * Retries after the first attempt; milliseconds between attempts and for each attempt (specification, sections 2 and
 * 9).
 */
export const retries = 5;
export const retryPause = 1_000;
const attemptLimit = 120_000;

/** Thrown if code could not be loaded with the last attempt. */
export class CodeFailure extends Error {
  override readonly name = 'CodeFailure';
}

/** Returns whether an error means that code could not be loaded. */
export function isCodeFailure(error: unknown): error is CodeFailure {
  return error instanceof Error && error.name === 'CodeFailure';
}

/**
 * Loads a module with retries, and rejects with a `CodeFailure` after the last. `load` gets the number of the attempt,
 * from 0. `beforeRetries` runs once, after the first failure.
 *
 * A retry may import the same address: since 2026 the HTML Standard requires browsers to forget a failed import.
 */
export async function loadCode<M>(
  load: (attempt: number) => Promise<M>,
  beforeRetries?: () => Promise<void>,
): Promise<M> {
  for (let attempt = 0; ; attempt++) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(reject, attemptLimit, 'The attempt took too long.');
    });
    try {
      return await Promise.race([load(attempt), limit]);
    } catch (cause) {
      if (attempt === retries) throw new CodeFailure('A part of the page could not be loaded.', { cause });
      if (attempt === 0) await beforeRetries?.();
      await new Promise((resolve) => setTimeout(resolve, retryPause));
    } finally {
      // It would hold what the request of a server has loaded.
      clearTimeout(timer);
    }
  }
}

/** Returns a function that loads a module once, for all its calls. After a failure the next call starts again. */
export function createCodeLoader<M>(load: () => Promise<M>): () => Promise<M> {
  let loading: Promise<M> | null = null;
  return () => {
    loading ??= loadCode(load).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}
