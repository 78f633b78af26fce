import { statfs } from 'node:fs/promises';

/** PostgreSQL extends its write-ahead log by files of 16 MB. With less space than this, it can end at any moment. */
const minMegabytes = 32;

/** Returns the megabytes that this process may still write to the disk of a folder. */
export async function getFreeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / (1024 * 1024);
}

/** Returns a message for the operator about a full disk: the folder, the known facts, and what to do. */
export function describeLowDisk(folder: string, known = ''): string {
  return `The disk of ${folder} has too little free space${known && ` (${known})`}. Free some space there, or set DATA_DIR to a folder on another disk, and start again.`;
}

/** Returns a message about a full disk if a folder has too little free space for PostgreSQL's next file; else null. */
export async function findLowDisk(folder: string, min = minMegabytes): Promise<string | null> {
  const free = await getFreeMegabytes(folder).catch(() => Number.POSITIVE_INFINITY);
  return free < min ? describeLowDisk(folder, `${Math.floor(free)} MB are free`) : null;
}
