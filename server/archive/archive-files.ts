import type pg from 'pg';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import type { BackupStore } from '../backup/backup-store.ts';
import { forEachConcurrently } from '../backup/for-each-concurrently.ts';
import { readVisitorFile } from '../backup/read-visitor-file.ts';

/** The folder of visitors' files in a base backup. */
export const filesFolder = 'files';

/**
 * The longest time of an upload, in milliseconds. The row of a file is written before its bytes, so each copy looks
 * this far back for rows whose bytes were missing before.
 */
const longestUpload = 60 * 60 * 1_000;

interface FileRow {
  key: string;
  sha256: string;
}

/** Returns a time before `moment`. All files whose rows are older than that time had their bytes stored at `moment`. */
function subtractLongestUpload(moment: Date): Date {
  return new Date(moment.getTime() - longestUpload);
}

/** Copies visitors' files to a base backup. A stored file never changes, so each file is copied once. */
export interface FileArchiver {
  /** Copies the files that were stored since the last call, so that the archive has each file of a submission. */
  copy(): Promise<void>;
}

/** @param since the moment until which the base backup has every file of a submission; null for a new base backup */
export function createFileArchiver(
  pool: pg.Pool,
  files: FileStore,
  base: BackupStore,
  since: Date | null,
): FileArchiver {
  let begin = since && subtractLongestUpload(since);
  let copied = new Set<string>();
  async function copyFile(row: FileRow): Promise<boolean> {
    const name = `${filesFolder}/${row.key}`;
    if (await base.has(name)) return true;
    const bytes = await readVisitorFile(pool, files, row);
    if (bytes) await base.put(name, bytes);
    return bytes !== null;
  }
  return {
    copy: async () => {
      const { rows: clock } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
      const { rows } = await pool.query<FileRow>(
        'select storage_key as key, sha256 from files where $1::timestamptz is null or created_at > $1',
        [begin],
      );
      const known = new Set(rows.flatMap(({ key }) => (copied.has(key) ? [key] : [])));
      const fresh = rows.filter(({ key }) => !known.has(key));
      await forEachConcurrently(fresh, async (row) => {
        if (await copyFile(row)) known.add(row.key);
      });
      copied = known;
      const now = clock[0]?.now ?? new Date();
      begin = subtractLongestUpload(now);
    },
  };
}
