import { hash } from 'node:crypto';
import type pg from 'pg';
import type { FileStore } from '../../api/files/file-store.ts';
import { BackupError } from '../backup/backup-error.ts';
import type { BackupStore } from '../backup/backup-store.ts';
import { forEachConcurrently } from '../backup/for-each-concurrently.ts';

export const filesFolder = 'files';

/** Milliseconds by which a file's row may be older than the copy of its bytes. */
const longestUpload = 60 * 60 * 1_000;

interface FileRow {
  key: string;
  sha256: string;
  isAttached: boolean;
}

/** Copies visitors' files to a base backup. Rows name files that never change, so each is copied once. */
export interface FileArchiver {
  /** Copies the files that came since the last call, so that the archive has each file of a submission. */
  copy(): Promise<void>;
}

/** @param since when all earlier files were in the base backup; null for a new one */
export function createFileArchiver(
  pool: pg.Pool,
  files: FileStore,
  base: BackupStore,
  since: Date | null,
): FileArchiver {
  let begin = since;
  let copied = new Set<string>();
  async function copyFile({ key, sha256, isAttached }: FileRow): Promise<boolean> {
    const name = `${filesFolder}/${key}`;
    if (await base.has(name)) return true;
    const bytes = await files.get(key).catch((cause: unknown) => ({ cause }));
    if (Buffer.isBuffer(bytes)) {
      if (hash('sha256', bytes, 'hex') !== sha256)
        throw new BackupError(`The visitor's file ${key} in the file store is damaged: its SHA-256 is not its row's.`);
      await base.put(name, bytes);
      return true;
    }
    // The row comes before the bytes. Only a file of a submission has certainly arrived.
    if (!isAttached) return false;
    const { rowCount } = await pool.query('select from files where storage_key = $1', [key]);
    if (rowCount) throw new BackupError(`The visitor's file ${key} cannot be read from the file store.`, bytes);
    return true;
  }
  return {
    copy: async () => {
      const { rows: clock } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
      const { rows } = await pool.query<FileRow>(
        `select storage_key as key, sha256, submission_id is not null as "isAttached" from files
        where $1::timestamptz is null or created_at > $1`,
        [begin],
      );
      const known = new Set(rows.flatMap(({ key }) => (copied.has(key) ? [key] : [])));
      const fresh = rows.filter(({ key }) => !known.has(key));
      await forEachConcurrently(fresh, async (row) => {
        if (await copyFile(row)) known.add(row.key);
      });
      copied = known;
      const now = clock[0]?.now ?? new Date();
      begin = new Date(now.getTime() - longestUpload);
    },
  };
}
