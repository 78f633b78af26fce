import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getFreeMegabytes } from '../process/low-disk.ts';
import { type ArchiveFolder, abandonSegments } from './archive-folder.ts';
import { listWaitingFiles } from './ship-segments.ts';

/** Milliseconds between two looks at the disk. */
const interval = 15_000;
/** Milliseconds after which a segment waits because it cannot be stored. A working archiver needs seconds. */
const longestWait = 60_000;

/**
 * Removes the segments that wait for the archive if they fill the disk: the site must go on storing forms. A new base
 * backup begins once the archive can be reached. Returns whether segments were removed.
 */
export async function freeLowDisk(archive: ArchiveFolder, megabytes: number): Promise<boolean> {
  if ((await getFreeMegabytes(archive.folder)) >= megabytes) return false;
  const [oldest] = await listWaitingFiles(archive.spool);
  const found = oldest ? await stat(join(archive.spool, oldest)).catch(() => null) : null;
  if (!found || Date.now() - found.mtimeMs < longestWait) return false;
  await abandonSegments(archive);
  return true;
}

/**
 * Frees the disk until the signal aborts, also while a call of the archive's place does not return.
 *
 * @param removed called after segments were removed
 */
export async function keepDiskFree(
  archive: ArchiveFolder,
  megabytes: number,
  signal: AbortSignal,
  removed: () => void,
): Promise<void> {
  while (!signal.aborted) {
    if (await freeLowDisk(archive, megabytes).catch(() => false)) removed();
    await sleep(interval, undefined, { signal }).catch(() => undefined);
  }
}
