import { type BackupKind, clearBackupState, recordBackup } from '../../api/db/backup-state.ts';
import { forgetRun } from '../../api/db/claim-run.ts';
import type { Connection } from '../../api/db/connect.ts';
import type { MaintenanceJob } from '../jobs/maintenance.ts';
import type { Settings } from '../settings.ts';
import { describeBackupFailure } from './backup-error.ts';
import { type BackupStore, manifestName } from './backup-store.ts';
import { type BackupSource, createBackup, parseBackupName } from './create-backup.ts';
import { openBackupStore } from './open-backup-store.ts';

const backupJob = 'backup';
/** Milliseconds after which a folder without a manifest cannot belong to a backup under way. */
const unfinishedLife = 24 * 60 * 60 * 1_000;

const day = 24 * 60 * 60 * 1_000;

/** How many of the newest days, weeks and months with a backup keep their last backup. */
const rules: readonly [kept: number, periodOf: (time: Date) => string | number][] = [
  [7, (time) => time.toISOString().slice(0, 10)],
  // Day 0 of the epoch was a Thursday; weeks begin on Mondays.
  [4, (time) => Math.floor((time.getTime() / day + 3) / 7)],
  [12, (time) => time.toISOString().slice(0, 7)],
];

/** Returns the times of the backups to keep: the last of 7 days, 4 weeks and 12 months with a backup, in UTC. */
export function selectBackupsToKeep(times: readonly Date[]): Date[] {
  const newestFirst = times.toSorted((a, b) => b.getTime() - a.getTime());
  const kept = new Set<Date>();
  for (const [count, periodOf] of rules) {
    const periods = new Set<string | number>();
    for (const time of newestFirst) {
      if (periods.size >= count || periods.has(periodOf(time))) continue;
      periods.add(periodOf(time));
      kept.add(time);
    }
  }
  return newestFirst.filter((time) => kept.has(time));
}

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

/** Runs work and records whether it succeeded. Rejects if the work failed. */
async function runAndRecord<T>(database: Connection, kind: BackupKind, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await recordBackup(database, null, { kind });
    return result;
  } catch (error) {
    await recordBackup(database, describeBackupFailure(error), { kind }).catch(() => undefined);
    throw error;
  }
}

/**
 * Without `BACKUP_TO`, forgets when the last backup was made and how it went, because no later one would replace it. If
 * `BACKUP_TO` is set again, the first backup does not wait for `BACKUP_HOURS`.
 */
export async function clearStateOfDisabledBackups(
  database: Connection,
  { BACKUP_TO: to }: Pick<Settings, 'BACKUP_TO'>,
): Promise<void> {
  if (to) return;
  for (const kind of ['backup', 'backup_removal'] as const) await clearBackupState(database, kind);
  await forgetRun(database, backupJob);
}

/**
 * Returns the jobs that back up the site and remove old backups; none without `BACKUP_TO`. The removal is a job of its
 * own, because a backup counts as made even if no old one can be removed.
 */
export function listBackupJobs(source: BackupSource): MaintenanceJob[] {
  const { database, settings } = source;
  const { BACKUP_TO: to, BACKUP_HOURS: hours } = settings;
  if (!to) return [];
  const backUp = async () => {
    const { manifest } = await createBackup(source, await openBackupStore(to, settings));
    return { rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0) };
  };
  const removeOld = async () => ({ 'old backups': await removeOldBackups(await openBackupStore(to, settings)) });
  return [
    { name: backupJob, interval: hours * 60 * 60 * 1_000, run: () => runAndRecord(database, 'backup', backUp) },
    { name: 'old backups', run: () => runAndRecord(database, 'backup_removal', removeOld) },
  ];
}
