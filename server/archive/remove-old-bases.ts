import { type BackupStore, manifestName } from '../backup/backup-store.ts';
import { parseBackupName } from '../backup/create-backup.ts';

const day = 24 * 60 * 60 * 1_000;
/** The longest time of a base backup, in milliseconds: its first moment is its end, but its name is its beginning. */
const longestCopy = 60 * 60 * 1_000;

/** A folder of a base backup, by its name. */
export interface BaseFolder {
  name: string;
  /** When the base backup began. */
  time: Date;
}

/** Returns the folders of base backups in an archive, the newest first. */
export async function listBaseFolders(root: BackupStore): Promise<BaseFolder[]> {
  const found = (await root.listFolders()).flatMap((name) => {
    const time = parseBackupName(name);
    return time ? [{ name, time }] : [];
  });
  return found.sort((a, b) => b.time.getTime() - a.time.getTime());
}

/**
 * Removes base backups that are not needed for any moment of the last `days`, with their segments and files. Also
 * removes unfinished base backups after a day. Returns how many folders were removed.
 */
export async function removeOldBases(root: BackupStore, days: number, now: number): Promise<number> {
  let isNeeded = true;
  let removed = 0;
  for (const { name, time } of await listBaseFolders(root)) {
    const age = now - time.getTime();
    const isFinished = await root.open(name).has(manifestName);
    if (isFinished ? !isNeeded : age > day) {
      await root.removeFolder(name);
      removed += 1;
    }
    // The earliest moment of the window is restored from the last base backup before it.
    if (isFinished && age > days * day + longestCopy) isNeeded = false;
  }
  return removed;
}
