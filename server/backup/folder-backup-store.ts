import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unfinishedEnding, writeDurably } from '../file-store/write-durably.ts';
import type { BackupStore } from './backup-store.ts';

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

/** Stores backups in a folder that only the user of this process can read. */
export function createFolderBackupStore(root: string): BackupStore {
  const list = (folder: string) =>
    readdir(join(root, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (isMissing(error)) return [];
      throw error;
    });
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
    listFolders: async () => (await list('')).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
    listObjects: async (folder) =>
      (await list(folder)).flatMap(({ name }) => (name.endsWith(unfinishedEnding) ? [] : [name])),
    measure: async () => {
      let bytes = 0;
      // An object may be removed meanwhile.
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
      return bytes;
    },
    open: (name) => createFolderBackupStore(join(root, name)),
  };
}
