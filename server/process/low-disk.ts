import { statfs } from 'node:fs/promises';

/** PostgreSQL adds files of 16 MB to its write-ahead log; with less than this it ends in the middle of its work. */
const leastMegabytes = 32;

/** Returns the megabytes that this process may still write to the disk of a folder. */
export async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / (1024 * 1024);
}

/** Returns the line for a person about a full disk: which folder, what is known of it, and what to do. */
export function describeLowDisk(folder: string, known = ''): string {
  return `The disk of ${folder} has too little room${known && ` (${known})`}. Free some space there, or set DATA_DIR to a folder on another disk, and start again.`;
}

/** Returns the line about the disk of an embedded PostgreSQL that failed, where the disk is the reason; else null. */
export async function findLowDisk(folder: string, least = leastMegabytes): Promise<string | null> {
  const free = await freeMegabytes(folder).catch(() => Number.POSITIVE_INFINITY);
  return free < least ? describeLowDisk(folder, `${Math.floor(free)} MB are free`) : null;
}
