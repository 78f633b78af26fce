import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getFreeMegabytes } from '../process/low-disk.ts';
import { type ArchiveFolder, abandonSegments } from './archive-folder.ts';
import { listWaitingFiles } from './ship-segments.ts';

/** Milliseconds between two checks of the disk. */
const interval = 15_000;
/** Milliseconds after which a waiting segment counts as one that cannot be stored. A working archiver needs seconds. */
const longestWait = 60_000;

/**
 * Removes the waiting segments if less than `minFreeMegabytes` of the disk are free and the oldest one has waited for a
 * minute. The site must be able to store forms, even if the archive cannot be reached. Returns whether segments were
 * removed.
 */
export async function abandonIfDiskLow(archive: ArchiveFolder, minFreeMegabytes: number): Promise<boolean> {
  if ((await getFreeMegabytes(archive.folder)) >= minFreeMegabytes) return false;
  const [oldest] = await listWaitingFiles(archive.spool);
  const found = oldest ? await stat(join(archive.spool, oldest)).catch(() => null) : null;
  if (!found || Date.now() - found.mtimeMs < longestWait) return false;
  await abandonSegments(archive);
  return true;
}

/**
 * Checks the disk every 15 seconds until the signal aborts, even while the archive's place hangs.
 *
 * @param onRemoved called after waiting segments were removed
 */
export async function watchDisk(
  archive: ArchiveFolder,
  minFreeMegabytes: number,
  signal: AbortSignal,
  onRemoved: () => void,
): Promise<void> {
  while (!signal.aborted) {
    if (await abandonIfDiskLow(archive, minFreeMegabytes).catch(() => false)) onRemoved();
    await sleep(interval, undefined, { signal }).catch(() => undefined);
  }
}
