import { z } from 'zod';
import { BackupError } from '../backup/backup-error.ts';
import { type BackupStore, manifestName } from '../backup/backup-store.ts';
import { isEncrypted } from '../backup/encrypted-backup-store.ts';
import { part } from '../backup/manifest.ts';

/** The version of the layout of an archive. */
export const archiveFormat = 1;

const schema = z.strictObject({
  kind: z.literal('base backup'),
  format: z.literal(archiveFormat),
  /** The earliest moment that can be restored: when the copy of the database ended. */
  moment: z.iso.datetime(),
  /** The version of the program that made the base backup. */
  program: z.string(),
  /** The major version of PostgreSQL. */
  serverVersion: z.string(),
  /** All folders of the database, also empty ones, and their files as a tar archive, compressed by zstd. */
  folders: z.array(z.string().refine((name) => !name.startsWith('/') && !name.split('/').includes('..'))),
  parts: z.array(part),
  /** The file `backup_label` that tells PostgreSQL where recovery begins. */
  label: z.string(),
  /** The last segment of the write-ahead log that the copy needs. */
  lastSegment: z.string(),
  settings: z.record(z.string(), z.string().nullable()),
});

export type BaseManifest = z.output<typeof schema>;

export async function storeBaseManifest(store: BackupStore, manifest: BaseManifest): Promise<void> {
  await store.put(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
}

/** Returns the manifest of a base backup; null if it was not finished. Throws `BackupError` if it cannot be read. */
export async function readBaseManifest(store: BackupStore): Promise<BaseManifest | null> {
  const bytes = await store.get(manifestName);
  if (!bytes) return null;
  if (isEncrypted(bytes)) throw new BackupError(`${store.location} is encrypted. Set BACKUP_KEY to its key.`);
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new BackupError(
      `The ${manifestName} of ${store.location} is not that of a base backup, or a newer version of the site wrote it.`,
      { cause },
    );
  }
}

const coverageName = 'covered-until';

/** Stores the moment until which every acknowledged commit is in the archive. */
export async function storeCoverage(store: BackupStore, until: string): Promise<void> {
  await store.put(coverageName, Buffer.from(until));
}

/** Returns the moment that `storeCoverage` stored; null if there is none. */
export async function readCoverage(store: BackupStore): Promise<Date | null> {
  const bytes = await store.get(coverageName);
  return bytes && new Date(bytes.toString());
}
