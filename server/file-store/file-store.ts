import { join } from 'node:path';
import type { FileStore } from '../../api/files/file-store.ts';
import type { Settings } from '../settings.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

/** The store that the settings name: a bucket, else a folder beside the database. It need not be reachable yet. */
export async function openFileStore(settings: Settings): Promise<FileStore> {
  const {
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: bucket,
    FILES_S3_KEY_ID: keyId,
    FILES_S3_SECRET: secret,
    FILES_S3_REGION: region = 'us-east-1',
  } = settings;
  if (!endpoint || !bucket || !keyId || !secret) return folderStore(join(settings.DATA_DIR, 'files'));
  return s3Store({ endpoint, bucket, region, keyId, secret });
}
