import { rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const beat = 1_000;
/** A lock whose holder has not touched it for so long is that of a dead process. Process ids are no proof: containers reuse them. */
const stale = 15_000;

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Runs `work` while no other process holds the lock file at `path`. Rejects where that file cannot be created, because
 * waiting for the lock would never end.
 */
export async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await take(path))) {
    const touched = (await stat(path).catch(() => null))?.mtimeMs;
    if (touched !== undefined && Date.now() - touched > stale) await rm(path, { force: true });
    else await sleep(100);
  }
  const touching = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), beat);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    await rm(path, { force: true });
  }
}
