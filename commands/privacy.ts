import type { Command } from 'commander';
import type { Context, FilesContext } from '../api/context.ts';
import { recordToLog } from '../api/log/record.ts';
import { removeUnlinkedFiles } from '../api/messages/files/link.ts';
import { countMissingFiles, countRows } from '../api/messages/privacy/find.ts';
import { isOwnAddress } from '../api/messages/privacy/own-addresses.ts';
import { erasePersonalData, exportPersonalData, listPersonalFiles } from '../api/messages/privacy/personal-tables.ts';
import { isEmail } from '../contract/forms/email.ts';
import { internationalNumber } from '../contract/studio/consultation-limits.ts';
import { getPrivacySettings } from '../server/privacy-settings.ts';
import type { Settings } from '../server/settings.ts';
import { addExamples } from './options.ts';
import { UsageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';
import { writeSubmissionFiles } from './write-files.ts';

/** Refuses the company's own addresses: all mails would be erased with them. */
async function refuseOwn(ctx: Context, email: string, settings: Settings): Promise<void> {
  if (await isOwnAddress(ctx, email, getPrivacySettings(settings).ownAddresses))
    throw new UsageError(`${email} is the company's own address.`);
}

/**
 * Refuses to erase if files are missing in this machine's folder. Files on another machine would stay there without any
 * row that names them.
 */
async function refuseUnlessFound(ctx: FilesContext, email: string): Promise<void> {
  const missing = await countMissingFiles(ctx, email);
  if (missing === 0) return;
  const { length } = await listPersonalFiles(ctx, email);
  throw new UsageError(
    `Nothing was erased: ${missing} of ${length} files are not in this machine's DATA_DIR/files. Run this on the machine that has them, or copy them here first.`,
  );
}

function print(verb: string, counts: Record<string, number>): void {
  for (const [table, count] of Object.entries(counts)) console.log(`${table}: ${count} ${verb}`);
}

/** Returns an argument without spaces around it. Throws `UsageError` if it is no address and no telephone number. */
function parseAddress(text: string): string {
  const address = text.trim();
  if (!isEmail(address) && !internationalNumber.test(address))
    throw new UsageError(`"${address}" is no e-mail address, and no telephone number such as "+44 1632 960123".`);
  return address;
}

async function runPrivacyErase(given: string, options: { yes?: boolean; lostFiles?: boolean }): Promise<void> {
  const email = parseAddress(given);
  await withDatabase(async (ctx, settings) => {
    await refuseOwn(ctx, email, settings);
    if (options.yes) {
      if (!options.lostFiles) await refuseUnlessFound(ctx, email);
      const erased = await ctx.db.transaction(async (db) => {
        await recordToLog({ db }, { kind: 'privacy.ERASE', by: null });
        return erasePersonalData({ ...ctx, db }, email);
      });
      print('erased', erased);
      await removeUnlinkedFiles(ctx, ctx.files);
      return;
    }
    await recordToLog(ctx, { kind: 'privacy.FIND', by: null });
    print('would be erased', countRows(await exportPersonalData(ctx, email)));
    throw new UsageError('Nothing was erased. Add --yes to erase it permanently.');
  });
}

function definePrivacyErase(command: Command): void {
  command
    .summary('erases everything that is stored about an address or a telephone number')
    .description(
      'Erases everything that is stored about an address or a telephone number, permanently. Without --yes it lists what ' +
        'would be erased, and ends with 1.',
    )
    .argument('<e-mail>', 'the address of the person, or the telephone number of a caller without one')
    .option('--yes', 'erases; without this option nothing is erased')
    .option('--lost-files', 'erases even if the bytes of files are missing: they are lost');
  addExamples(command, ['privacy erase ada@example.com', 'privacy erase ada@example.com --yes']).action(
    runPrivacyErase,
  );
}

async function runPrivacyExport(given: string, { files }: { files?: string }): Promise<void> {
  const email = parseAddress(given);
  await withDatabase(async (ctx) => {
    await recordToLog(ctx, { kind: 'privacy.EXPORT', by: null });
    const stored = await exportPersonalData(ctx, email);
    console.log(JSON.stringify({ email, at: new Date(), stored }, null, 2));
    if (files) await writeSubmissionFiles(ctx, await listPersonalFiles(ctx, email), files);
  });
}

function definePrivacyExport(command: Command): void {
  command
    .summary('prints everything that is stored about an address or a telephone number')
    .description('Prints everything that is stored about an address or a telephone number as JSON.')
    .argument('<e-mail>', 'the address of the person, or the telephone number of a caller without one')
    .option('--files <folder>', "also writes the person's files to a folder that only its owner can read");
  addExamples(command, ['privacy export ada@example.com --files ./ada']).action(runPrivacyExport);
}

export function definePrivacy(command: Command): void {
  command.description('Prints or erases everything that is stored about an address or a telephone number.');
  definePrivacyExport(command.command('export'));
  definePrivacyErase(command.command('erase'));
}
