import { resolve } from 'node:path';
import type { Settings } from '../settings.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import { createEncryptedBackupStore } from './encrypted-backup-store.ts';
import { createFolderBackupStore } from './folder-backup-store.ts';
import { createS3BackupStore } from './s3-backup-store.ts';

export type BackupPlaceSettings = Partial<
  Pick<Settings, 'BACKUP_KEY' | 'BACKUP_S3_ENDPOINT' | 'BACKUP_S3_KEY_ID' | 'BACKUP_S3_SECRET' | 'BACKUP_S3_REGION'>
>;

/** Returns whether a location is in a bucket: `s3://<bucket>/<prefix>`. */
export function isBucket(location: string): boolean {
  return location.startsWith('s3://');
}

async function openPlainStore(location: string, settings: BackupPlaceSettings): Promise<BackupStore> {
  if (!isBucket(location)) return createFolderBackupStore(resolve(location));
  const {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_KEY_ID: keyId,
    BACKUP_S3_SECRET: secret,
    BACKUP_S3_REGION: region = 'us-east-1',
  } = settings;
  if (!endpoint || !keyId || !secret)
    throw new BackupError(`${location} is in a bucket: set BACKUP_S3_ENDPOINT, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET.`);
  const [bucket = '', ...prefix] = location.slice('s3://'.length).replace(/\/+$/, '').split('/');
  return createS3BackupStore({ endpoint, region, keyId, secret }, bucket, prefix.join('/'));
}

/**
 * Opens the store that a command line or a setting names: a folder, or `s3://<bucket>/<prefix>`. With
 * `BACKUP_KEY`, objects are encrypted, and others are refused.
 */
export async function openBackupStore(location: string, settings: BackupPlaceSettings = {}): Promise<BackupStore> {
  const store = await openPlainStore(location, settings);
  return settings.BACKUP_KEY ? createEncryptedBackupStore(store, Buffer.from(settings.BACKUP_KEY, 'hex')) : store;
}
