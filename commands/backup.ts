import { stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { createBackup } from '../server/backup/create-backup.ts';
import { isBucket, openBackupStore } from '../server/backup/open-backup-store.ts';
import { countBackup, summarizeBackup } from '../server/backup/summarize.ts';
import { connectSiteDatabase } from '../server/database/database.ts';
import { openFileStore } from '../server/file-store/file-store.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { addExamples, addJsonOption, addQuietOption } from './options.ts';
import { printJson } from './print-json.ts';
import { UsageError } from './usage-error.ts';
import { withConnection } from './with-database.ts';

async function checkPlaces(place: string, { DATABASE_URL, DATA_DIR }: Settings): Promise<void> {
  const data = join(DATA_DIR, 'postgres');
  if (!isBucket(place) && !relative(data, resolve(place)).startsWith('..'))
    throw new UsageError(
      `${place} is in the database's own folder ${data}. Name another folder, best on another disk.`,
    );
  if (!DATABASE_URL && !(await stat(data).catch(() => null)))
    throw new UsageError(`There is no database in DATA_DIR (${DATA_DIR}).`);
}

async function runBackup(place: string, { json }: { json?: boolean }): Promise<void> {
  const settings = readSettings();
  await checkPlaces(place, settings);
  await withConnection(
    (signal) => connectSiteDatabase(settings, signal),
    async (database) => {
      const source = { database, files: await openFileStore(settings), settings };
      const { location, manifest } = await createBackup(source, await openBackupStore(place, settings));
      if (json) printJson({ location, ...countBackup(manifest) });
      else console.log(`Backup  ${location}\n${summarizeBackup(manifest)}`);
    },
  );
}

export function defineBackup(command: Command): void {
  command
    .description(
      'Backs up a running site, with the embedded database and with DATABASE_URL. Writes a new folder in the place, ' +
        'named by its time, and prints its location.',
    )
    .argument('<place>', 'a folder, best on another disk, or s3://bucket/prefix');
  addExamples(addJsonOption(addQuietOption(command)), ['backup /mnt/backups', 'backup s3://backups/site']).action(
    runBackup,
  );
}
