import { type BaseManifest, storeBaseManifest, storeCoverage } from '../server/archive/base-manifest.ts';
import type { BackupStore } from '../server/backup/backup-store.ts';
import { createBackupName } from '../server/backup/create-backup.ts';

/** Returns the manifest of a base backup without parts. */
export const makeBaseManifest = (moment: Date): BaseManifest => ({
  kind: 'base backup',
  format: 1,
  moment: moment.toISOString(),
  program: '1',
  serverVersion: '18',
  folders: ['base'],
  parts: [],
  label: '',
  lastSegment: '000000010000000000000001',
  settings: {},
});

/** The times of a base backup. */
interface BaseTimes {
  began: Date;
  /** When its copy ended: its first moment. */
  ended: Date;
  /** Until when it is complete. */
  until: Date | null;
}

/** Stores a base backup without parts in an archive. Returns the name of its folder. */
export async function makeBase(archive: BackupStore, { began, ended, until }: BaseTimes): Promise<string> {
  const name = createBackupName(began);
  const store = archive.open(name);
  await storeBaseManifest(store, makeBaseManifest(ended));
  if (until) await storeCoverage(store, until.toISOString());
  return name;
}
