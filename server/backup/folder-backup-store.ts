import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeDurably } from '../file-store/write-durably.ts';
import type { BackupStore } from './backup-store.ts';

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

/** Stores backups in a folder that only the user of this process can read. */
export function createFolderBackupStore(root: string): BackupStore {
  return {
    location: root,
    put: (name, bytes) => {
      const path = join(root, name);
      return writeDurably(dirname(path), path, bytes);
    },
    get: (name) =>
      readFile(join(root, name)).catch((error: NodeJS.ErrnoException) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    has: (name) =>
      stat(join(root, name)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (isMissing(error)) return false;
          throw error;
        },
      ),
    removeFolder: (name) => rm(join(root, name), { recursive: true, force: true }),
    listFolders: async () => {
      const found = await readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
        if (isMissing(error)) return [];
        throw error;
      });
      return found.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    },
    open: (name) => createFolderBackupStore(join(root, name)),
  };
}
