import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import { syncFolder, unfinishedEnding, writeDurably } from '../file-store/write-durably.ts';
import { type BackupStore, manifestName } from './backup-store.ts';

function isMissing(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ENOENT' || error.code === 'ENOTDIR';
}

function createStore(root: string, limit: LimitFunction): BackupStore {
  const list = (folder: string) =>
    readdir(join(root, folder), { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (isMissing(error)) return [];
      throw error;
    });
  async function removeFolder(name: string): Promise<void> {
    const folder = join(root, name);
    if (!(await stat(folder).catch(() => null))) return;
    await rm(join(folder, manifestName), { force: true });
    // A crash must not bring the manifest back after its parts are gone.
    await syncFolder(folder);
    await rm(folder, { recursive: true, force: true });
  }
  async function measure(): Promise<number> {
    let bytes = 0;
    // An object may be removed meanwhile.
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0;
    return bytes;
  }
  return {
    location: root,
    put: (name, bytes) => {
      const path = join(root, name);
      return limit(() => writeDurably(dirname(path), path, bytes));
    },
    get: (name) =>
      limit(() => readFile(join(root, name))).catch((error: NodeJS.ErrnoException) => {
        if (isMissing(error)) return null;
        throw error;
      }),
    has: (name) =>
      limit(() => stat(join(root, name))).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (isMissing(error)) return false;
          throw error;
        },
      ),
    removeFolder: (name) => limit(removeFolder, name),
    listFolders: async () => (await limit(list, '')).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
    listObjects: async (folder) =>
      (await limit(list, folder)).flatMap(({ name }) => (name.endsWith(unfinishedEnding) ? [] : [name])),
    measure: () => limit(measure),
    open: (name) => createStore(join(root, name), limit),
  };
}

/**
 * Stores backups in a folder that only the user of this process can read. One call uses the folder at a time: a drive
 * that does not answer blocks a thread for each call, and Node has four for all files, compression and passwords.
 */
export function createFolderBackupStore(root: string): BackupStore {
  return createStore(root, pLimit(1));
}
