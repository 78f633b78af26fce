import { chown, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostgresInstallation } from '../database/postgres-installation.ts';
import { BackupError } from './backup-error.ts';

/** Throws `BackupError` if a data folder has a database or visitors' files. */
export async function checkDataFolder(dataDir: string): Promise<void> {
  const postgres = join(dataDir, 'postgres');
  if (await stat(postgres).catch(() => null))
    throw new BackupError(`${postgres} exists. A restore overwrites nothing: name another DATA_DIR, or move it away.`);
  await checkFilesFolder(dataDir);
}

/** Throws `BackupError` if a data folder has visitors' files. */
export async function checkFilesFolder(dataDir: string): Promise<void> {
  const files = join(dataDir, 'files');
  if ((await readdir(files).catch(() => [])).length > 0)
    throw new BackupError(`${files} is not empty. A restore overwrites nothing: move it away.`);
}

/** Gives the files to the owner of the data folder if this process is root: a server continues as that owner. */
async function giveToOwner(files: string, dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  for (const name of await readdir(files)) await chown(join(files, name), uid, gid);
  await chown(files, uid, gid);
}

/**
 * Moves the stopped database and the files of a restore from a scratch folder to the data folder. Moves the database
 * last, so that it is never without its files.
 */
export async function installRestoredData(folder: string, dataDir: string): Promise<void> {
  const from = await findPostgresInstallation(folder);
  const to = await findPostgresInstallation(dataDir);
  const files = join(dataDir, 'files');
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
  await rmdir(files).catch(() => undefined);
  await rename(join(folder, 'files'), files);
  await giveToOwner(files, dataDir);
  await rename(from.data, to.data);
  await rm(folder, { recursive: true, force: true });
}
