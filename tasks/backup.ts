import { stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { createBackup } from '../server/backup/create-backup.ts';
import { openBackupStore } from '../server/backup/open-backup-store.ts';
import { summarize } from '../server/backup/summarize.ts';
import { connectSite } from '../server/database/database.ts';
import { openFileStore } from '../server/file-store/file-store.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { runCommand, UsageError, withConnection } from './with-database.ts';

const usage = 'npm run backup -- <folder>';

async function checkPlaces(folder: string, { DATABASE_URL, DATA_DIR }: Settings): Promise<void> {
  const data = join(DATA_DIR, 'postgres');
  if (!relative(data, resolve(folder)).startsWith('..'))
    throw new UsageError(
      `${folder} is in the database's own folder ${data}. Name another folder, best on another disk.`,
    );
  if (!DATABASE_URL && !(await stat(data).catch(() => null)))
    throw new UsageError(`There is no database in DATA_DIR (${DATA_DIR}).`);
}

/** Runs `npm run backup` with its arguments. */
export const runBackup = (words: string[]) =>
  runCommand(usage, async () => {
    const [folder, ...others] = words;
    if (!folder || others.length > 0) throw new UsageError('Where to? Name one folder.');
    const settings = readSettings();
    await checkPlaces(folder, settings);
    await withConnection(
      (signal) => connectSite(settings, signal),
      async (database) => {
        const source = { database, files: await openFileStore(settings), settings };
        const { location, manifest } = await createBackup(source, openBackupStore(folder));
        console.log(`Backup  ${location}\n${summarize(manifest)}`);
      },
    );
  });

if (import.meta.main) await runBackup(process.argv.slice(2));
