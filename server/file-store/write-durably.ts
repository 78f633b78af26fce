import { mkdir, open, rename } from 'node:fs/promises';

/**
 * Makes the entries of a folder survive a crash: syncing a file does not sync its folder (fsync(2)). Does nothing on
 * Windows, which refuses to sync a folder (FlushFileBuffers).
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** What the name of a file ends with while it is written. */
export const unfinishedEnding = '.part';

/**
 * Writes a file that only the user of this process can read. Resolves when the file would survive a crash. Creates the
 * folder if it is missing.
 */
export async function writeDurably(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Written under another name first, so that a file is complete or absent.
  const unfinished = `${path}${unfinishedEnding}`;
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, path);
  await syncFolder(folder);
}
