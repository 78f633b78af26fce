import { join } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Context } from '../api/context.ts';
import { recordToLog } from '../api/log/record.ts';
import { formatCount } from '../contract/content/number-text.ts';
import { completeRestore } from '../server/archive/complete-restore.ts';
import { findBase } from '../server/archive/find-base.ts';
import { recoverToMoment } from '../server/archive/recover-to-moment.ts';
import { checkDataFolder, installRestoredData } from '../server/backup/install-restored-data.ts';
import { loadBackup } from '../server/backup/load-backup.ts';
import { type OpenBackup, openBackup } from '../server/backup/open-backup.ts';
import { openBackupStore } from '../server/backup/open-backup-store.ts';
import { openScratch, prepareScratchFolder, removeScratch, type Scratch } from '../server/backup/open-scratch.ts';
import { summarizeBackup } from '../server/backup/summarize.ts';
import { connectSiteDatabase } from '../server/database/database.ts';
import { openFileStore } from '../server/file-store/file-store.ts';
import { runStep } from '../server/process/steps.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { addExamples, addQuietOption } from './options.ts';
import { UsageError } from './usage-error.ts';
import { withConnection } from './with-database.ts';

/** Restores into a folder inside DATA_DIR, and moves its content to the final place when it is complete. */
async function fillDataFolder(
  { DATA_DIR }: Settings,
  open: (folder: string, signal: AbortSignal) => Promise<Scratch>,
  fill: (scratch: Scratch) => Promise<void>,
): Promise<void> {
  await checkDataFolder(DATA_DIR);
  let scratch: Scratch | null = null;
  const folder = join(DATA_DIR, `restore.${process.pid}`);
  await withConnection(
    async (signal) => {
      scratch = await runStep('Database', () => open(folder, signal));
      return scratch.database;
    },
    async () => {
      if (!scratch) return;
      await fill(scratch);
      scratch.keep();
    },
  );
  await installRestoredData(folder, DATA_DIR);
}

const recordRestore = (ctx: Context, moment: string) =>
  recordToLog(ctx, { kind: 'system.RESTORE', by: null, facts: { moment } });

async function restoreEmbedded(backup: OpenBackup, settings: Settings, sendsMails: boolean) {
  let loaded = { heldMails: 0 };
  await fillDataFolder(settings, openScratch, async (scratch) => {
    loaded = await loadBackup(backup, scratch, { sendsMails });
    await recordRestore(scratch.database, backup.manifest.moment);
  });
  return loaded;
}

/** Returns the moment of a command line; null for `latest`. */
function readMoment(text: string): Date | null {
  if (text === 'latest') return null;
  const isComplete = z.iso.datetime({ offset: true }).safeParse(text).success;
  if (!isComplete) throw new UsageError(`${text} is not a moment with a time zone, such as 2026-11-25T07:30:00Z.`);
  return new Date(text);
}

/** Restores an archive of the embedded database to a moment. */
async function restoreToMoment(location: string, to: string, settings: Settings, sendsMails: boolean): Promise<void> {
  if (settings.DATABASE_URL)
    throw new UsageError('An archive is restored into an embedded database. Run the command without DATABASE_URL.');
  const base = await findBase(await openBackupStore(location, settings), readMoment(to));
  await fillDataFolder(
    settings,
    async (folder, signal) => {
      await prepareScratchFolder(folder);
      await recoverToMoment(folder, base, signal).catch(async (error: unknown) => {
        await removeScratch(folder);
        throw error;
      });
      return openScratch(folder, signal);
    },
    async (scratch) => {
      const files = settings.FILES_S3_ENDPOINT ? await openFileStore(settings) : scratch.files;
      const restored = await completeRestore(base, { database: scratch.database, files }, { sendsMails });
      await recordRestore(scratch.database, base.moment.toISOString());
      console.log(`Restored  ${base.moment.toISOString()}, with ${formatCount(restored.files, 'file')} of visitors`);
      if (restored.missingFiles > 0)
        console.log(`${formatCount(restored.missingFiles, 'file was', 'files were')} never uploaded completely.`);
      reportHeldMails(restored.heldMails);
    },
  );
}

function reportHeldMails(count: number): void {
  if (count > 0)
    console.log(
      `${formatCount(count, 'unsent mail is', 'unsent mails are')} held. To send: npx site outbox release-restored`,
    );
}

async function restoreExternal(backup: OpenBackup, settings: Settings, sendsMails: boolean) {
  let loaded = { heldMails: 0 };
  await withConnection(
    (signal) => connectSiteDatabase(settings, signal),
    async (database) => {
      const target = {
        database,
        files: await openFileStore(settings),
        dataDir: settings.FILES_S3_ENDPOINT ? undefined : settings.DATA_DIR,
        adviceAfterFailure: 'The database is no longer empty. Recreate it before you restore again.',
      };
      loaded = await loadBackup(backup, target, { sendsMails });
      await recordRestore(database, backup.manifest.moment);
    },
  );
  return loaded;
}

async function runRestore(location: string, options: { to?: string; sendMails?: boolean }): Promise<void> {
  const settings = readSettings();
  const sendsMails = options.sendMails ?? false;
  if (options.to !== undefined) return restoreToMoment(location, options.to, settings, sendsMails);
  const backup = await openBackup(location, settings);
  const restore = settings.DATABASE_URL ? restoreExternal : restoreEmbedded;
  const { heldMails } = await restore(backup, settings, sendsMails);
  console.log(`Restored  ${summarizeBackup(backup.manifest)}`);
  reportHeldMails(heldMails);
}

export function defineRestore(command: Command): void {
  command
    .description(
      'Restores into an empty DATA_DIR or an empty database of DATABASE_URL, compares every row, and overwrites ' +
        'nothing. Unsent mails are held, because they may have been sent after the backup.',
    )
    .argument('<backup>', 'the folder or bucket of one backup, or with --to of a continuous archive')
    .option('--to <moment>', 'restores an archive to a moment, such as 2026-11-25T07:30:00Z, or to latest')
    .option('--send-mails', 'does not hold unsent mails');
  addExamples(addQuietOption(command), [
    'restore s3://backups/site/2026-11-25T03-00-00.000Z',
    'restore s3://backups/site-archive --to 2026-11-25T07:30:00Z',
  ]).action(runRestore);
}
