import { hash } from 'node:crypto';
import type pg from 'pg';
import type { FileStore } from '../../api/files/file-store.ts';
import { BackupError } from './backup-error.ts';

/**
 * Reads the bytes of a file's row. Returns null if no submission has the file now and its bytes are not there: its
 * upload is under way, or the file is being removed. Throws `BackupError` if the file of a submission cannot be read,
 * or if bytes are damaged.
 */
export async function readVisitorFile(
  pool: pg.Pool,
  files: FileStore,
  { key, sha256 }: { key: string; sha256: string },
): Promise<Buffer | null> {
  const read = () => files.get(key).catch((cause: unknown) => ({ cause }));
  let bytes = await read();
  if (!Buffer.isBuffer(bytes)) {
    const { rowCount } = await pool.query('select from files where storage_key = $1 and submission_id is not null', [
      key,
    ]);
    if (!rowCount) return null;
    // The row comes before the bytes, and the form after them. All three may have come since the first attempt.
    bytes = await read();
  }
  if (!Buffer.isBuffer(bytes))
    throw new BackupError(`The visitor's file ${key} cannot be read from the file store.`, bytes);
  if (hash('sha256', bytes, 'hex') !== sha256)
    throw new BackupError(`The visitor's file ${key} in the file store is damaged: its SHA-256 is not its row's.`);
  return bytes;
}
