import type { PageLoader } from '../page.ts';
import { loadCode } from './load-code.ts';
import type { PageState } from './page-state.ts';

interface PageLoaderOptions extends Pick<PageState, 'chunks' | 'build'> {
  /** Returns the address of the navigation in progress; null without one. */
  getTarget(): string | null;
}

/** Returns the name of the release that the server runs; null if the server does not answer within two seconds. */
export async function readServerBuild(): Promise<string | null> {
  try {
    const response = await fetch('/build.json', { cache: 'no-store', signal: AbortSignal.timeout(2_000) });
    return response.ok ? ((await response.json()) as { build: string }).build : null;
  } catch {
    return null;
  }
}

/**
 * Returns a function that loads the code of pages, with the retries that the specification asks for. Each retry uses an
 * address of its own, because browsers from before 2026 remember a failed import by its address. If a new release has
 * removed the chunk, the target of the navigation is loaded as a document.
 */
export function createPageLoader({ chunks, build, getTarget }: PageLoaderOptions): PageLoader {
  return (name, load) => {
    const chunk = chunks[name];
    return loadCode(
      (attempt) => (attempt > 0 && chunk ? import(/* @vite-ignore */ `${chunk}?retry=${attempt}`) : load()),
      async () => {
        const target = getTarget();
        const serverBuild = target ? await readServerBuild() : null;
        if (!target || !serverBuild || serverBuild === build) return;
        location.assign(target);
        // The document is about to be replaced, so there must be no retry.
        await new Promise(() => undefined);
      },
    );
  };
}
