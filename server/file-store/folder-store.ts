import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../api/files/file-store.ts';
import { writeDurably } from './write-durably.ts';

/** Stores files in a folder that only the user of this process can read. The first write creates the folder. */
export function createFolderStore(folder: string): FileStore {
  function pathOf(key: string): string {
    if (!/^[\da-f-]{36}$/.test(key)) throw new Error('A key is a UUID');
    return join(folder, key);
  }
  return {
    put: (key, bytes) => writeDurably(folder, pathOf(key), bytes),
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
