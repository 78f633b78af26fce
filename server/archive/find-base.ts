import { BackupError } from '../backup/backup-error.ts';
import type { BackupStore } from '../backup/backup-store.ts';
import { parseBackupName } from '../backup/create-backup.ts';
import { type BaseManifest, readBaseManifest, readCoverage } from './base-manifest.ts';

/** A base backup from which a moment can be restored. */
export interface OpenBase {
  store: BackupStore;
  manifest: BaseManifest;
  /** The moment to restore. */
  moment: Date;
}

/** A base backup, and until when it is complete. */
interface FinishedBase {
  store: BackupStore;
  manifest: BaseManifest;
  until: Date;
}

/** A folder of a base backup, by its name. */
interface BaseFolder {
  name: string;
  /** When the base backup began. */
  time: Date;
}

/** Returns the folders of base backups in an archive, the newest first. */
export async function listBaseFolders(root: BackupStore): Promise<BaseFolder[]> {
  const found = (await root.listFolders()).flatMap((name) => {
    const time = parseBackupName(name);
    return time ? [{ name, time }] : [];
  });
  return found.sort((a, b) => b.time.getTime() - a.time.getTime());
}

/**
 * Opens a base backup; null if it was not finished. Throws `BackupError` if its manifest cannot be read, for example
 * because it is encrypted with another key.
 */
export async function openBase(store: BackupStore): Promise<FinishedBase | null> {
  const manifest = await readBaseManifest(store);
  return manifest && { store, manifest, until: (await readCoverage(store)) ?? new Date(manifest.moment) };
}

/**
 * Finds the newest base backup from which a moment can be restored; without a moment, the one that reaches furthest.
 * That may be an older one, if the archiver ended when it had just finished a newer one. Throws `BackupError` if the
 * moment cannot be restored from this archive.
 */
export async function findBase(root: BackupStore, moment: Date | null): Promise<OpenBase> {
  let earliest: string | null = null;
  let furthest: FinishedBase | null = null;
  let unreadable: unknown = null;
  for (const { name } of await listBaseFolders(root)) {
    const base = await openBase(root.open(name)).catch((error: unknown) => {
      // Base backups may be encrypted with different keys. Without a moment, the newest one must be readable.
      if (!moment && !furthest) throw error;
      unreadable ??= error;
      return null;
    });
    if (!base) continue;
    earliest = base.manifest.moment;
    if (moment && Date.parse(earliest) > moment.getTime()) continue;
    if (moment && base.until >= moment) return { ...base, moment };
    if (!furthest || base.until > furthest.until) furthest = base;
  }
  if (furthest && !moment) return { ...furthest, moment: furthest.until };
  if (unreadable) throw unreadable;
  if (furthest)
    throw new BackupError(
      `The archive ${root.location} ends at ${furthest.until.toISOString()}. Restore to this moment or an earlier one.`,
    );
  throw new BackupError(
    earliest
      ? `The archive ${root.location} begins at ${earliest}. Restore to this moment or a later one.`
      : `${root.location} has no base backup: it is no archive, or the first base backup was not finished.`,
  );
}
