import { hash } from 'node:crypto';
import { migrate } from '../../api/db/migrate.ts';
import { BackupError } from '../backup/backup-error.ts';
import { forEachConcurrently } from '../backup/for-each-concurrently.ts';
import { holdUnsentMails, type RestoreTarget } from '../backup/load-backup.ts';
import { filesFolder } from './archive-files.ts';
import type { OpenBase } from './find-base.ts';

/** The result of a restore to a moment, apart from the database itself. */
export interface CompletedRestore {
  files: number;
  /** Number of files that the database names but the archive lacks, because their upload was not complete. */
  missingFiles: number;
  heldMails: number;
}

/** Restores the visitors' files of a recovered database, holds its unsent mails, and migrates its schema. */
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
