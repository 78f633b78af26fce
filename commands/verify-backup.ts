import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatCount } from '../contract/number-text.ts';
import { loadBackup, verifyContentFiles } from '../server/backup/load-backup.ts';
import { openBackup } from '../server/backup/open-backup.ts';
import { openScratch, type Scratch } from '../server/backup/open-scratch.ts';
import { summarizeBackup } from '../server/backup/summarize.ts';
import { runStep } from '../server/process/steps.ts';
import { readSettings } from '../server/settings.ts';
import { runCommand, takeWords, UsageError, withConnection } from './with-database.ts';

const usage = 'npm run backup:verify -- <backup> [--quiet]';

/** Runs `npm run backup:verify` with its arguments. */
export const runBackupVerify = (words: string[]) =>
  runCommand(usage, async () => {
    const [location, ...others] = words;
    if (!location || others.length > 0) throw new UsageError('Which backup? Name its folder or bucket.');
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
        await loadBackup(backup, scratch);
        await runStep('Content files', (report) => verifyContentFiles(backup, report));
      },
    );
    const { tables, files, content } = backup.manifest;
    for (const { name, rows } of tables) console.log(`${name}: ${formatCount(rows, 'row')}, equal`);
    console.log(`visitors' files: ${files.length}, equal`);
    console.log(`content files: ${content?.length ?? 0}, equal`);
    console.log(`Verified  ${summarizeBackup(backup.manifest)}`);
  });

if (import.meta.main) await runBackupVerify(takeWords());
