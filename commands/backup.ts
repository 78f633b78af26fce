import { stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { createBackup } from '../server/backup/create-backup.ts';
import { isBucket, openBackupStore } from '../server/backup/open-backup-store.ts';
import { summarizeBackup } from '../server/backup/summarize.ts';
import { connectSiteDatabase } from '../server/database/database.ts';
import { openFileStore } from '../server/file-store/file-store.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { runCommand, takeWords, UsageError, withConnection } from './with-database.ts';

const usage = 'npm run backup -- <folder or s3://bucket/prefix> [--quiet]';

async function checkPlaces(place: string, { DATABASE_URL, DATA_DIR }: Settings): Promise<void> {
  const data = join(DATA_DIR, 'postgres');
  if (!isBucket(place) && !relative(data, resolve(place)).startsWith('..'))
    throw new UsageError(
      `${place} is in the database's own folder ${data}. Name another folder, best on another disk.`,
    );
  if (!DATABASE_URL && !(await stat(data).catch(() => null)))
    throw new UsageError(`There is no database in DATA_DIR (${DATA_DIR}).`);
}

/** Runs `npm run backup` with its arguments. */
export const runBackup = (words: string[]) =>
  runCommand(usage, async () => {
    const [place, ...others] = words;
    if (!place || others.length > 0) throw new UsageError('Where to? Name one folder or bucket.');
    const settings = readSettings();
    await checkPlaces(place, settings);
    await withConnection(
      (signal) => connectSiteDatabase(settings, signal),
      async (database) => {
        const source = { database, files: await openFileStore(settings), settings };
        const { location, manifest } = await createBackup(source, await openBackupStore(place, settings));
        console.log(`Backup  ${location}\n${summarizeBackup(manifest)}`);
      },
    );
  });

if (import.meta.main) await runBackup(takeWords());
