import { hash } from 'node:crypto';
import type pg from 'pg';
import type { FileStore } from '../../api/files/file-store.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import type { FileInBackup } from './manifest.ts';
import { writeBytes } from './parts.ts';

/** A row of a visitor's file in the snapshot. */
export interface FileRow {
  key: string;
  contentType: string;
  sha256: string;
}

export async function readFileRows(client: pg.Client): Promise<FileRow[]> {
  const { rows } = await client.query<FileRow>(
    'select storage_key as key, content_type as "contentType", sha256 from files order by storage_key',
  );
  return rows;
}

/**
 * Stores the bytes of visitors' files. A file whose row was removed after the snapshot is listed as removed. Throws
 * `BackupError` if the bytes of a row that still exists are missing or wrong.
 */
export async function backUpFiles(
  pool: pg.Pool,
  files: FileStore,
  rows: readonly FileRow[],
  store: BackupStore,
): Promise<{ files: FileInBackup[]; removedFiles: string[] }> {
  const stored: FileInBackup[] = [];
  const removedFiles: string[] = [];
  async function backUp({ key, contentType, sha256 }: FileRow): Promise<void> {
    const bytes = await files.get(key).catch((cause: unknown) => ({ cause }));
    if (!Buffer.isBuffer(bytes)) {
      const { rowCount } = await pool.query('select from files where storage_key = $1', [key]);
      if (rowCount) throw new BackupError(`The visitor's file ${key} cannot be read from the file store.`, bytes);
      removedFiles.push(key);
      return;
    }
    if (hash('sha256', bytes, 'hex') !== sha256)
      throw new BackupError(`The visitor's file ${key} in the file store is damaged: its SHA-256 is not its row's.`);
    const parts = await writeBytes(store, `files/${key}`, bytes);
    stored.push({ key, contentType, bytes: bytes.length, sha256, parts });
  }
  await forEachConcurrently(rows, backUp);
  return { files: stored.sort((a, b) => a.key.localeCompare(b.key)), removedFiles };
}
