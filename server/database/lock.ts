import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two signs that the holder of a lock is alive. */
const touchInterval = 1_000;
/**
 * Milliseconds after which an untouched lock belongs to a dead process. Containers reuse process ids, so an id proves
 * nothing.
 */
const staleAfter = 15_000;

/** Returns the files of the living processes that hold the lock or try to take it. Removes those of dead processes. */
async function listLiveFiles(path: string): Promise<string[]> {
  const folder = dirname(path);
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${basename(path)}.`));
  const live: string[] = [];
  for (const file of names.map((name) => join(folder, name))) {
    const touched = (await stat(file).catch(() => null))?.mtimeMs;
    if (touched === undefined) continue;
    if (Date.now() - touched <= staleAfter) live.push(file);
    else await rm(file, { force: true });
  }
  return live;
}

/** Creates the lock file `own`. Returns false, and leaves no file, if another process holds or takes the lock. */
async function takeLock(path: string, own: string): Promise<boolean> {
  if ((await listLiveFiles(path)).length > 0) return false;
  await writeFile(own, '');
  // Of two processes that try at once, the later one sees the file of the earlier one.
  const live = await listLiveFiles(path);
  if (live.length === 1 && live[0] === own) return true;
  await rm(own, { force: true });
  return false;
}

/**
 * Runs `work` while no other process holds the lock `path`. Each process has a file of its own, `<path>.<random>`. So a
 * process that removes the file of a dead one cannot remove the file of the next holder. Rejects if its own file
 * cannot be created, because waiting for the lock would never end.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  // The paths that `listLiveFiles` returns are normalized: on Windows, without slashes.
  const own = normalize(`${path}.${randomUUID()}`);
  // Two processes that tried at once wait for different times.
  while (!(await takeLock(path, own))) await sleep(50 + Math.random() * 100);
  const touching = setInterval(() => void utimes(own, new Date(), new Date()).catch(() => undefined), touchInterval);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    await rm(own, { force: true });
  }
}
