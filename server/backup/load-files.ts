import { hash } from 'node:crypto';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import type { Report } from '../process/steps.ts';
import { BackupError } from './backup-error.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import type { FileInBackup } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import { readBytes } from './parts.ts';

/**
 * Stores visitors' files and reads them back. A file that the store has already is left alone if it is the same.
 * `stored` receives the keys of new files.
 */
export async function loadFiles(
  files: FileStore,
  backup: OpenBackup,
  stored: string[],
  report?: Report,
): Promise<void> {
  async function load({ key, contentType, sha256, parts }: FileInBackup): Promise<void> {
    if (!(await files.has(key))) {
      const bytes = await readBytes(backup.store, parts);
      stored.push(key);
      await files.put(key, bytes, contentType);
    }
    if (hash('sha256', await files.get(key), 'hex') !== sha256)
      throw new BackupError(`The visitor's file ${key} differs from the manifest.`);
  }
  await forEachConcurrently(backup.manifest.files, load, report);
}
