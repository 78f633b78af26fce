import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../api/files/file-store.ts';

/** Makes the entries of a folder survive a crash: syncing a file does not sync its folder (fsync(2)). */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Stores files in a folder that only the user of this process can read. The first write creates the folder. */
export function createFolderStore(folder: string): FileStore {
  function pathOf(key: string): string {
    if (!/^[\da-f-]{36}$/.test(key)) throw new Error('A key is a UUID');
    return join(folder, key);
  }
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Written under another name first, so that a file is complete or absent.
      const handle = await open(`${path}.part`, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${path}.part`, path);
      await syncFolder(folder);
    },
    get: async (key) => readFile(pathOf(key)),
    has: async (key) =>
      stat(pathOf(key)).then(
        () => true,
        () => false,
      ),
    remove: async (key) => {
      await rm(pathOf(key), { force: true });
      // A crash during `put` leaves this file.
      await rm(`${pathOf(key)}.part`, { force: true });
    },
  };
}
