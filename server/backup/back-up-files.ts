import type pg from 'pg';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import type { Report } from '../process/steps.ts';
import type { BackupStore } from './backup-store.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import type { FileInBackup } from './manifest.ts';
import { writeBytes } from './parts.ts';
import { readVisitorFile } from './read-visitor-file.ts';

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
 * Stores the bytes of visitors' files. A file that has no bytes and no submission is listed as removed. Throws
 * `BackupError` if the bytes of a submission's file are missing or wrong.
 */
export async function backUpFiles(
  pool: pg.Pool,
  files: FileStore,
  rows: readonly FileRow[],
  store: BackupStore,
  report?: Report,
): Promise<{ files: FileInBackup[]; removedFiles: string[] }> {
  const stored: FileInBackup[] = [];
  const removedFiles: string[] = [];
  async function backUp(row: FileRow): Promise<void> {
    const { key, contentType, sha256 } = row;
    const bytes = await readVisitorFile(pool, files, row);
    if (!bytes) {
      removedFiles.push(key);
      return;
    }
    const parts = await writeBytes(store, `files/${key}`, bytes);
    stored.push({ key, contentType, bytes: bytes.length, sha256, parts });
  }
  await forEachConcurrently(rows, backUp, report);
  return { files: stored.sort((a, b) => a.key.localeCompare(b.key)), removedFiles };
}
