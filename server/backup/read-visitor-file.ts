import { hash } from 'node:crypto';
import type pg from 'pg';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import { BackupError } from './backup-error.ts';

/**
 * Reads the bytes of a visitor's file. Returns null if they cannot be read and no submission has the file now: its
 * upload is in progress, or the file is being removed. Throws `BackupError` if the file of a submission cannot be read,
 * or if its bytes differ from the hash in its row.
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
    // A file gets its row, then its bytes, then its submission. The last two may be newer than the first attempt.
    bytes = await read();
  }
  if (!Buffer.isBuffer(bytes))
    throw new BackupError(`The visitor's file ${key} cannot be read from the file store.`, bytes);
  if (hash('sha256', bytes, 'hex') !== sha256)
    throw new BackupError(`The visitor's file ${key} in the file store is damaged: its SHA-256 is not its row's.`);
  return bytes;
}
