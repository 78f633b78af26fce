import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Connection, connectDatabase } from '../../api/db/connect.ts';
import { countUsingProcesses } from '../database/count-using-processes.ts';
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts';
import { findPostgresInstallation, readDataVersion } from '../database/postgres-installation.ts';
import { openFileStore } from '../file-store/file-store.ts';
import type { Settings } from '../settings.ts';
import { BackupError } from './backup-error.ts';
import { createBackup, type FinishedBackup } from './create-backup.ts';
import { createFolderBackupStore } from './folder-backup-store.ts';
import { loadBackup } from './load-backup.ts';
import { openBackup } from './open-backup.ts';
import { giveToOwnerOf, openScratch } from './open-scratch.ts';

/** A finished upgrade of the embedded database to the PostgreSQL of this program. */
export interface UpgradedDatabase {
  from: string;
  to: string;
  /** The folder of the old database, which is kept. */
  kept: string;
  manifest: FinishedBackup['manifest'];
}

/**
 * Throws `BackupError` while another process of the site uses the database, because what it writes now would be lost.
 */
async function checkUnused({ pool }: Connection): Promise<void> {
  if ((await countUsingProcesses(pool)) > 1)
    throw new BackupError('The site uses the database. Stop all its servers first.');
}

/** Backs up the old database to a folder, without visitors' files, which stay where they are. */
async function copyOldDatabase(settings: Settings, release: string, folder: string): Promise<FinishedBackup> {
  const old = await startEmbeddedPostgres(settings.DATA_DIR, undefined, release);
  const connection = connectDatabase(old.connection);
  try {
    await checkUnused(connection);
    const files = await openFileStore(settings);
    const store = createFolderBackupStore(folder);
    const backup = await createBackup({ database: connection, files, settings, includesFiles: false }, store);
    await checkUnused(connection);
    return backup;
  } finally {
    await connection.close();
    await old.stop();
  }
}

/** Creates a database of this program's PostgreSQL and loads a backup into it; all rows are compared. */
async function loadNewDatabase(folder: string, location: string): Promise<void> {
  const scratch = await openScratch(folder);
  try {
    await loadBackup(await openBackup(location), scratch, { sendsMails: true });
    scratch.keep();
  } finally {
    await scratch.database.close();
  }
}

/**
 * Moves the data of the embedded database to the PostgreSQL of this program: copies every table to a new database,
 * compares all rows, and then exchanges the folders. The old folder is kept. Throws `BackupError`, and changes nothing,
 * if a server runs or a row differs. Returns null if there is nothing to do.
 *
 * @param release the folder of a release with the PostgreSQL that created the data
 */
export async function upgradeDatabase(settings: Settings, release: string): Promise<UpgradedDatabase | null> {
  const installation = await findPostgresInstallation(settings.DATA_DIR);
  const from = await readDataVersion(installation);
  if (from === null) throw new BackupError(`There is no database in DATA_DIR (${settings.DATA_DIR}).`);
  if (from === installation.version) return null;
  const { version } = await findPostgresInstallation(settings.DATA_DIR, release);
  if (version !== from)
    throw new BackupError(
      `${release} brings PostgreSQL ${version}, but PostgreSQL ${from} created ${installation.data}.`,
    );
  const folder = join(settings.DATA_DIR, `upgrade.${process.pid}`);
  await mkdir(folder, { recursive: true });
  await giveToOwnerOf(settings.DATA_DIR, folder);
  try {
    const { location, manifest } = await copyOldDatabase(settings, release, join(folder, 'copy'));
    if (await stat(join(installation.data, 'postmaster.pid')).catch(() => null))
      throw new BackupError('The site uses the database. Stop all its servers first.');
    const fresh = join(folder, 'new');
    await loadNewDatabase(fresh, location);
    // Not "postgres.17": such names belong to unfinished data folders, which are removed.
    const kept = join(dirname(installation.data), `postgres-${from}`);
    const next = await findPostgresInstallation(fresh);
    await rename(installation.data, kept);
    await rename(next.data, installation.data);
    return { from, to: installation.version, kept, manifest };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
