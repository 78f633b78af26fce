import { loadCode } from './load-code.ts';
import type { PageLoader, PageName } from './page.ts';

export interface PageLoading {
  /** Address of each page's chunk; empty while developing. */
  chunks: Partial<Record<PageName, string>>;
  build: string;
  /** Address the visitor is on the way to, null while the first page starts. */
  target: () => string | null;
}

/** The release that the server has now; null where it does not answer. */
export async function readServerBuild(): Promise<string | null> {
  try {
    const answer = await fetch('/build.json', { cache: 'no-store', signal: AbortSignal.timeout(2_000) });
    return answer.ok ? ((await answer.json()) as { build: string }).build : null;
  } catch {
    return null;
  }
}

/**
 * Loads pages as the specification says. Browsers of before 2026 remember a failed import by its address, so each retry asks
 * under a new one. Where a release has removed the chunk, the link the visitor asked for is loaded whole, once.
 */
export function createPageLoader({ chunks, build, target }: PageLoading): PageLoader {
  return (name, load) => {
    const chunk = chunks[name];
    return loadCode(
      (attempt) => (attempt > 0 && chunk ? import(/* @vite-ignore */ `${chunk}?retry=${attempt}`) : load()),
      async () => {
        const goal = target();
        const current = goal ? await readServerBuild() : null;
        if (!goal || !current || current === build) return;
        location.assign(goal);
        await new Promise(() => undefined);
      },
    );
  };
}
