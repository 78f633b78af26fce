import { hash } from 'node:crypto';
import { migrate } from '../../api/db/migrate.ts';
import { BackupError } from '../backup/backup-error.ts';
import { forEachConcurrently } from '../backup/for-each-concurrently.ts';
import { holdUnsentMails, type RestoreTarget } from '../backup/load-backup.ts';
import { filesFolder } from './archive-files.ts';
import type { OpenBase } from './find-base.ts';

/** What a restore to a moment brought beside the database. */
export interface CompletedRestore {
  files: number;
  /** Files that the database names, but that were never in the archive: their upload was not complete. */
  missingFiles: number;
  heldMails: number;
}

/** Brings visitors' files of a recovered database back, holds its unsent mails, and brings its schema up to date. */
export async function completeRestore(
  { store }: OpenBase,
  { database, files }: Pick<RestoreTarget, 'database' | 'files'>,
  { sendsMails = false } = {},
): Promise<CompletedRestore> {
  const { rows } = await database.pool.query<{ key: string; type: string; sha256: string }>(
    'select storage_key as key, content_type as type, sha256 from files',
  );
  let missingFiles = 0;
  await forEachConcurrently(rows, async ({ key, type, sha256 }) => {
    const bytes = await store.get(`${filesFolder}/${key}`);
    if (!bytes) {
      missingFiles += 1;
      return;
    }
    if (hash('sha256', bytes, 'hex') !== sha256)
      throw new BackupError(`The visitor's file ${key} in ${store.location} is damaged.`);
    await files.put(key, bytes, type);
  });
  const heldMails = sendsMails ? 0 : await holdUnsentMails(database.pool);
  await migrate(database.config);
  return { files: rows.length - missingFiles, missingFiles, heldMails };
}
