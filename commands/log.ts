import type { Command } from 'commander';
import type { LogHead } from '../api/log/seal.ts';
import { verifyLog } from '../api/log/verify.ts';
import { formatCount } from '../contract/content/number-text.ts';
import { describeBackupFailure } from '../server/backup/backup-error.ts';
import { openBackup } from '../server/backup/open-backup.ts';
import { findNewestBackup } from '../server/backup/verify-newest.ts';
import { readSettings, type Settings } from '../server/settings.ts';
import { addExamples, addJsonOption } from './options.ts';
import { printJson } from './print-json.ts';
import { UsageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';

function parseHead(given: string): LogHead {
  const [, number, hash = ''] = /^(\d{1,15}):([\da-f]{64})$/.exec(given) ?? [];
  if (!number) throw new UsageError(`--head must be a number and a hash, such as 120:9f86d0…, not "${given}".`);
  return { number: Number(number), hash };
}

async function readBackupHead(location: string): Promise<LogHead> {
  const { log } = (await openBackup(location, readSettings())).manifest;
  if (!log) throw new UsageError(`The backup ${location} holds no sealed record of the log.`);
  return log;
}

/** Returns the head of the log in the newest backup of BACKUP_TO, if there is one. Prints why it cannot be read. */
async function readNewestHead(settings: Settings): Promise<LogHead[]> {
  if (!settings.BACKUP_TO) return [];
  try {
    const { log } = (await findNewestBackup(settings)).backup.manifest;
    return log ? [log] : [];
  } catch (error) {
    console.error(`Not compared with the newest backup: ${describeBackupFailure(error)}`);
    return [];
  }
}

async function runVerify({
  head: noted,
  backup,
  json,
}: {
  head?: LogHead;
  backup?: string;
  json?: boolean;
}): Promise<void> {
  const given = [...(noted ? [noted] : []), ...(backup ? [await readBackupHead(backup)] : [])];
  await withDatabase(async (ctx, settings) => {
    const expected = [...given, ...(await readNewestHead(settings))];
    const { head, count, first, problems } = await verifyLog(ctx, expected);
    if (problems.length > 0) process.exitCode = 1;
    if (json) return printJson({ head, count, first, problems });
    for (const problem of problems) console.log(problem);
    if (problems.length === 0) console.log(`Verified  ${formatCount(count, 'record')} from ${first} to ${head.number}`);
    if (head.number > 0) console.log(`Head      ${head.number}:${head.hash}`);
  });
}

export function defineLog(command: Command): void {
  command.description('Verifies the log of what was done in the Studio.');
  const verify = command
    .command('verify')
    .summary('finds records of the log that were changed, removed or moved')
    .description(
      'Computes the hash of every record anew, and names each record that was changed, removed or moved in the ' +
        'database. Compares with the last number and hash that the database notes beside the records, and with those ' +
        'of the newest backup in BACKUP_TO. Whoever can change all of these can write the whole log anew, which only ' +
        'a number and a hash that you noted elsewhere reveal. Prints the last ones. Ends with 1 if anything was found.',
    )
    .option('--head <number:hash>', 'a number and a hash that were noted before', parseHead)
    .option('--backup <backup>', 'the folder or bucket of a backup, which holds the last number and hash of its time');
  addExamples(addJsonOption(verify), [
    'log verify',
    'log verify --backup /mnt/backups/2026-11-25T03-00-00.000Z',
  ]).action(runVerify);
}
