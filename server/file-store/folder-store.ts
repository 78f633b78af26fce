import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../api/files/file-store.ts';

/** Makes what a folder lists survive a crash (fsync(2): the file's own does not). */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Files in a folder that only this process' user can read, made when it is first written to. */
export function folderStore(folder: string): FileStore {
  function pathOf(key: string): string {
    if (!/^[\da-f-]{36}$/.test(key)) throw new Error('A key is a UUID');
    return join(folder, key);
  }
  return {
    put: async (key, bytes) => {
      const path = pathOf(key);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Whole or not at all under its name.
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
      // What a crash in the middle of `put` left.
      await rm(`${pathOf(key)}.part`, { force: true });
    },
  };
}
