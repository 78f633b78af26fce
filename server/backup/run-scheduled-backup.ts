import { recordBackup } from '../../api/backups/state.ts';
import type { MaintenanceJob } from '../jobs/maintenance.ts';
import { describeBackupFailure } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import { type BackupSource, createBackup, parseBackupName } from './create-backup.ts';
import { manifestName } from './open-backup.ts';
import { openBackupStore } from './open-backup-store.ts';
import { selectBackupsToKeep } from './select-backups-to-keep.ts';

/** Milliseconds after which a folder without a manifest cannot belong to a backup under way. */
const unfinishedLife = 24 * 60 * 60 * 1_000;

/**
 * Removes the backups that `selectBackupsToKeep` does not keep, and unfinished ones after a day. Returns how many
 * folders it removed.
 */
export async function removeOldBackups(root: BackupStore, now = Date.now()): Promise<number> {
  const found = (await root.listFolders()).flatMap((name) => {
    const time = parseBackupName(name);
    return time ? [{ name, time }] : [];
  });
  const finished: typeof found = [];
  const removed: string[] = [];
  for (const backup of found) {
    if (await root.open(backup.name).has(manifestName)) finished.push(backup);
    else if (now - backup.time.getTime() > unfinishedLife) removed.push(backup.name);
  }
  const kept = new Set(selectBackupsToKeep(finished.map(({ time }) => time)));
  removed.push(...finished.flatMap(({ name, time }) => (kept.has(time) ? [] : [name])));
  for (const name of removed) await root.removeFolder(name);
  return removed.length;
}

/**
 * Backs up the site to a location, then removes old backups, and records success or failure. Returns counts for the
 * log. Rejects if the backup or the removal failed.
 */
export async function runScheduledBackup(source: BackupSource, to: string): Promise<Record<string, number>> {
  try {
    const root = await openBackupStore(to, source.settings);
    const { manifest } = await createBackup(source, root);
    const removed = await removeOldBackups(root);
    await recordBackup(source.database, null);
    return { rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0), 'old backups': removed };
  } catch (error) {
    await recordBackup(source.database, describeBackupFailure(error)).catch(() => undefined);
    throw error;
  }
}

/** Returns the job that backs up the site; none without `BACKUP_TO`. */
export function listBackupJobs(source: BackupSource): MaintenanceJob[] {
  const { BACKUP_TO: to, BACKUP_HOURS: hours } = source.settings;
  if (!to) return [];
  return [{ name: 'backup', interval: hours * 60 * 60 * 1_000, run: () => runScheduledBackup(source, to) }];
}
