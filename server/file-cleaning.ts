import type { Context } from '../api/context.ts';
import type { FileStore } from '../api/files/file-store.ts';
import { removeUnlinkedFiles } from '../api/files/remove.ts';

const interval = 15 * 60_000;

/** Removes unused files now and four times an hour until told to stop; several servers share the work. */
export function startFileCleaning(
  ctx: Context,
  store: FileStore,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const clean = () => {
    running = running.then(() => removeUnlinkedFiles(ctx, store)).catch(onError);
  };
  clean();
  const timer = setInterval(clean, interval);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
