import { BackupError } from '../backup/backup-error.ts';
import type { BackupStore } from '../backup/backup-store.ts';
import { type BaseManifest, readBaseManifest, readCoverage } from './base-manifest.ts';
import { listBaseFolders } from './remove-old-bases.ts';

/** A base backup from which a moment can be restored. */
export interface OpenBase {
  store: BackupStore;
  manifest: BaseManifest;
  /** The moment to restore. */
  moment: Date;
}

/**
 * Finds the last base backup before a moment; without a moment, takes the latest one that can be restored. Throws
 * `BackupError` if the archive does not hold the moment.
 */
export async function findBase(root: BackupStore, moment: Date | null): Promise<OpenBase> {
  let earliest: string | null = null;
  for (const { name } of await listBaseFolders(root)) {
    const store = root.open(name);
    const manifest = await readBaseManifest(store);
    if (!manifest) continue;
    earliest = manifest.moment;
    if (moment && Date.parse(manifest.moment) > moment.getTime()) continue;
    const until = (await readCoverage(store)) ?? new Date(manifest.moment);
    if (moment && until < moment)
      throw new BackupError(
        `The archive ${root.location} ends at ${until.toISOString()}. Restore to this moment or an earlier one.`,
      );
    return { store, manifest, moment: moment ?? until };
  }
  throw new BackupError(
    earliest
      ? `The archive ${root.location} begins at ${earliest}. Restore to this moment or a later one.`
      : `${root.location} has no base backup: it is no archive, or the first base backup was not finished.`,
  );
}
