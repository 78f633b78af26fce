import { BackupError } from '../backup/backup-error.ts';
import type { BackupStore } from '../backup/backup-store.ts';
import { listBaseFolders, openBase } from './find-base.ts';

const day = 24 * 60 * 60 * 1_000;

/** The first and the last moment that a base backup restores, in milliseconds since 1970. */
interface RestorableRange {
  from: number;
  until: number;
}

/**
 * Returns the moments that a base backup restores; null if it was not finished. If its manifest is encrypted with
 * another key, the base backup ended before `newerBegan`, when the next newer one began: base backups do not overlap.
 */
async function findRestorableRange(store: BackupStore, newerBegan: number): Promise<RestorableRange | null> {
  try {
    const base = await openBase(store);
    return base && { from: Date.parse(base.manifest.moment), until: base.until.getTime() };
  } catch (error) {
    if (error instanceof BackupError) return { from: newerBegan, until: newerBegan };
    throw error;
  }
}

/**
 * Removes base backups that are not needed for any moment of the last `days`, with their segments and files. Also
 * removes unfinished base backups after a day. Returns how many folders were removed.
 */
export async function removeOldBases(root: BackupStore, days: number, now: number): Promise<number> {
  const windowStart = now - days * day;
  let isStartCovered = false;
  let newerBegan = now;
  let removed = 0;
  for (const { name, time } of await listBaseFolders(root)) {
    const restorable = await findRestorableRange(root.open(name), newerBegan);
    // An older base backup may reach further than a newer one, if the server was killed just after the newer one ended.
    const isOld = restorable ? isStartCovered && restorable.until < windowStart : now - time.getTime() > day;
    if (isOld) {
      await root.removeFolder(name);
      removed += 1;
    }
    // The earliest moment of the window is restored from the last base backup before it.
    if (restorable && restorable.from <= windowStart) isStartCovered = true;
    newerBegan = time.getTime();
  }
  return removed;
}
