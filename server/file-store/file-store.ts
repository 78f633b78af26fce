import { join } from 'node:path';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import type { Settings } from '../settings.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

/**
 * Opens the store that the settings name: a bucket, or a folder beside the database. The store does not have to be
 * reachable yet.
 */
export async function openFileStore(settings: Settings): Promise<FileStore> {
  const {
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: bucket,
    FILES_S3_KEY_ID: keyId,
    FILES_S3_SECRET: secret,
    FILES_S3_REGION: region = 'us-east-1',
  } = settings;
  if (!endpoint || !bucket || !keyId || !secret) return createFolderStore(join(settings.DATA_DIR, 'files'));
  return createS3Store({ endpoint, bucket, region, keyId, secret });
}
