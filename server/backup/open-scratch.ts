import { chmod, chown, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { connectSiteDatabase } from '../database/database.ts';
import { findPostgresInstallation } from '../database/postgres-installation.ts';
import { createFolderStore } from '../file-store/folder-store.ts';
import type { RestoreTarget } from './load-backup.ts';

/** A new embedded PostgreSQL and file store in a scratch folder, for a restore or an upgrade. */
export interface Scratch extends RestoreTarget {
  folder: string;
  /** Keeps the folder when the database is closed. */
  keep(): void;
}

/** Removes a folder of an embedded database, with its data. */
export async function removeScratch(folder: string): Promise<void> {
  // PostgreSQL's data may lie in another folder, which PostgreSQL's user can reach.
  const { data } = await findPostgresInstallation(folder);
  await rm(data, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

/** Gives a folder to the owner of another one, if this process is root. */
export async function giveToOwnerOf(other: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(other);
  await chown(folder, uid, gid);
}

/** Creates a folder that PostgreSQL's user can enter. */
export async function prepareScratchFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  // PostgreSQL runs as the owner of its folder, and the database is later moved to the parent folder.
  await giveToOwnerOf(dirname(folder), folder);
  await chmod(folder, 0o755);
}

/**
 * Opens the embedded database of a folder, which is created if it is missing. Closing the database removes the folder,
 * unless it is kept.
 */
export async function openScratch(folder: string, signal?: AbortSignal): Promise<Scratch> {
  await prepareScratchFolder(folder);
  let isKept = false;
  const settings = { DATABASE_URL: undefined, DATA_DIR: folder };
  const database = await connectSiteDatabase(settings, signal).catch(async (error) => {
    await removeScratch(folder);
    throw error;
  });
  const close = async () => {
    await database.close();
    if (!isKept) await removeScratch(folder);
  };
  return {
    folder,
    database: { ...database, close },
    files: createFolderStore(join(folder, 'files')),
    keep: () => {
      isKept = true;
    },
  };
}
