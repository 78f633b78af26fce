import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { adoptScratch, checkDataFolder } from '../server/backup/adopt-scratch.ts';
import { loadBackup } from '../server/backup/load-backup.ts';
import { type OpenBackup, openBackup } from '../server/backup/open-backup.ts';
import { openScratch, type Scratch } from '../server/backup/open-scratch.ts';
import { summarize } from '../server/backup/summarize.ts';
import { connectSite } from '../server/database/database.ts';
import { openFileStore } from '../server/file-store/file-store.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { runCommand, UsageError, withConnection } from './with-database.ts';

const usage = 'npm run restore -- <backup> [--send-mails]';

/** Restores into a folder beside the final one, which is moved when it is complete. */
async function restoreEmbedded(backup: OpenBackup, { DATA_DIR }: Settings, sendsMails: boolean) {
  await checkDataFolder(DATA_DIR);
  let scratch: Scratch | null = null;
  let loaded = { heldMails: 0 };
  const folder = join(DATA_DIR, `restore.${process.pid}`);
  await withConnection(
    async (signal) => {
      scratch = await openScratch(folder, signal);
      return scratch.database;
    },
    async () => {
      if (!scratch) return;
      loaded = await loadBackup(backup, scratch, { sendsMails });
      scratch.keep();
    },
  );
  await adoptScratch(folder, DATA_DIR);
  return loaded;
}

async function restoreExternal(backup: OpenBackup, settings: Settings, sendsMails: boolean) {
  let loaded = { heldMails: 0 };
  await withConnection(
    (signal) => connectSite(settings, signal),
    async (database) => {
      const target = {
        database,
        files: await openFileStore(settings),
        dataDir: settings.FILES_S3_ENDPOINT ? undefined : settings.DATA_DIR,
        adviceAfterFailure: 'The database is no longer empty. Recreate it before you restore again.',
      };
      loaded = await loadBackup(backup, target, { sendsMails });
    },
  );
  return loaded;
}

/** Runs `npm run restore` with its arguments. */
export const runRestore = (words: string[]) =>
  runCommand(usage, async () => {
    const options = { 'send-mails': { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args: words, allowPositionals: true, options });
    const [location, ...others] = positionals;
    if (!location || others.length > 0) throw new UsageError('Which backup? Name its folder.');
    const settings = readSettings();
    const backup = await openBackup(location, settings);
    const restore = settings.DATABASE_URL ? restoreExternal : restoreEmbedded;
    const { heldMails } = await restore(backup, settings, values['send-mails'] ?? false);
    console.log(`Restored  ${summarize(backup.manifest)}`);
    if (heldMails > 0) console.log(`${heldMails} unsent mails are held. Send them: npm run outbox -- release-restored`);
  });

if (import.meta.main) await runRestore(process.argv.slice(2));
