/** Specification, sections 2 and 9: one try and up to 5 more, 1000 ms apart, each bounded by 120 000 ms. */
export const retries = 5;
export const retryPause = 1_000;
export const attemptLimit = 120_000;

/** What a piece of code that did not arrive rejects with, after the last attempt. */
export class CodeFailure extends Error {
  override readonly name = 'CodeFailure';
}

/** Whether an error says that code did not arrive. */
export function isCodeFailure(error: unknown): error is CodeFailure {
  return error instanceof Error && error.name === 'CodeFailure';
}

function withinLimit<T>(attempt: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No code within ${attemptLimit} ms`)), attemptLimit);
    attempt.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * Loads a piece of code, and retries as the specification says; rejects with a `CodeFailure`. `load` is given the number of
 * the attempt, from 0. `beforeRetries` runs once, after the first failure.
 *
 * A later `import()` of the same address asks the network again: the HTML Standard keeps no failed module since 2026.
 */
export async function loadCode<M>(
  load: (attempt: number) => Promise<M>,
  beforeRetries?: () => Promise<void>,
): Promise<M> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await withinLimit(load(attempt));
    } catch (cause) {
      if (attempt === retries) throw new CodeFailure('A part of the page did not arrive', { cause });
      if (attempt === 0) await beforeRetries?.();
      await new Promise((resolve) => setTimeout(resolve, retryPause));
    }
  }
}

/** Returns a function that loads a piece of code once. Calls share the attempts; after a failure the next call starts anew. */
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
