import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two signs that the holder of a lock is alive. */
const touchInterval = 1_000;
/**
 * Milliseconds after which an untouched lock belongs to a dead process. Containers reuse process ids, so an id proves
 * nothing.
 */
const staleAfter = 15_000;

/** Creates a lock file. Returns false if it exists. */
async function takeLock(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Runs `work` while no other process holds the lock file at `path`. Rejects if the lock file cannot be created, because
 * waiting for the lock would never end.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await takeLock(path))) {
    const touched = (await stat(path).catch(() => null))?.mtimeMs;
    if (touched !== undefined && Date.now() - touched > staleAfter) await rm(path, { force: true });
    else await sleep(100);
  }
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), touchInterval);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    await rm(path, { force: true });
  }
}
