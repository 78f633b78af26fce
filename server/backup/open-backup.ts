import { BackupError } from './backup-error.ts';
import { type BackupStore, manifestName } from './backup-store.ts';
import { isEncrypted } from './encrypted-backup-store.ts';
import { type BackupManifest, parseManifest } from './manifest.ts';
import { type BackupPlaceSettings, openBackupStore } from './open-backup-store.ts';

/** A complete backup that can be read. */
export interface OpenBackup {
  store: BackupStore;
  manifest: BackupManifest;
}

export async function storeBackupManifest(store: BackupStore, manifest: BackupManifest): Promise<void> {
  await store.put(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
}

/** Opens a backup by its location. Throws `BackupError` if it is incomplete. */
export async function openBackup(location: string, settings?: BackupPlaceSettings): Promise<OpenBackup> {
  const store = await openBackupStore(location, settings);
  const bytes = await store.get(manifestName);
  if (!bytes)
    throw new BackupError(`${store.location} has no ${manifestName}: it is no backup, or one that was not finished.`);
  if (isEncrypted(bytes)) throw new BackupError(`${store.location} is encrypted. Set BACKUP_KEY to its key.`);
  const manifest = parseManifest(bytes.toString());
  if (!manifest)
    throw new BackupError(
      `The ${manifestName} of ${store.location} cannot be read: it is damaged, or a newer version of the site wrote it.`,
    );
  return { store, manifest };
}
