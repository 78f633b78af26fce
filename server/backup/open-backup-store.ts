import { resolve } from 'node:path';
import type { BackupStore } from './backup-store.ts';
import { createFolderBackupStore } from './folder-backup-store.ts';

/** Opens the store that a command line or a setting names. */
export function openBackupStore(location: string): BackupStore {
  return createFolderBackupStore(resolve(location));
}
