import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import { unfinishedEnding, writeDurably } from './write-durably.ts';

/** Stores files in a folder that only the user of this process can read. The first write creates the folder. */
export function createFolderStore(folder: string): FileStore {
  function getPath(key: string): string {
    if (!/^[\da-f-]{36}$/.test(key)) throw new Error('A key is a UUID');
    return join(folder, key);
  }
  return {
    put: (key, bytes) => writeDurably(folder, getPath(key), bytes),
    get: async (key) => readFile(getPath(key)),
    has: async (key) =>
      stat(getPath(key)).then(
        () => true,
        () => false,
      ),
    remove: async (key) => {
      await rm(getPath(key), { force: true });
      // A crash during `put` leaves this file.
      await rm(`${getPath(key)}${unfinishedEnding}`, { force: true });
    },
  };
}
