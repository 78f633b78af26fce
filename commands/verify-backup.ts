import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { formatCount } from '../contract/content/number-text.ts';
import { compareBackup } from '../server/backup/load-backup.ts';
import { openBackup } from '../server/backup/open-backup.ts';
import { openScratch, type Scratch } from '../server/backup/open-scratch.ts';
import { countBackup, summarizeBackup } from '../server/backup/summarize.ts';
import { runStep } from '../server/process/steps.ts';
import { readSettings } from '../server/settings.ts';
import { addExamples, addJsonOption, addQuietOption } from './options.ts';
import { printJson } from './print-json.ts';
import { withConnection } from './with-database.ts';

async function runVerifyBackup(location: string, { json }: { json?: boolean }): Promise<void> {
  const backup = await openBackup(location, readSettings());
  const folder = await mkdtemp(join(tmpdir(), 'site-verify-'));
  let scratch: Scratch | null = null;
  await withConnection(
    async (signal) => {
      scratch = await runStep('Database', () => openScratch(folder, signal));
      return scratch.database;
    },
    async () => {
      if (!scratch) return;
      await compareBackup(backup, scratch);
    },
  );
  const { tables, files, content } = backup.manifest;
  if (json) return printJson({ location, isVerified: true, ...countBackup(backup.manifest) });
  for (const { name, rows } of tables) console.log(`${name}: ${formatCount(rows, 'row')}, equal`);
  console.log(`visitors' files: ${files.length}, equal`);
  console.log(`content files: ${content?.length ?? 0}, equal`);
  console.log(`Verified  ${summarizeBackup(backup.manifest)}`);
}

export function defineVerifyBackup(command: Command): void {
  command
    .description(
      'Loads a backup into a temporary embedded database, compares every row and file with it, and removes the ' +
        'database. Needs the BACKUP_KEY of an encrypted backup. Ends with 1 if anything differs.',
    )
    .argument('<backup>', 'the folder or bucket of one backup, as site backup printed it');
  addExamples(addJsonOption(addQuietOption(command)), ['verify-backup /mnt/backups/2026-11-25T03-00-00.000Z']).action(
    runVerifyBackup,
  );
}
