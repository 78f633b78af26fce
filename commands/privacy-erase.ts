import type { FilesContext } from '../api/context.ts';
import { removeUnlinkedFiles } from '../api/messages/files/remove.ts';
import { erasePersonalData } from '../api/messages/privacy/erase.ts';
import { exportPersonalData } from '../api/messages/privacy/export.ts';
import { listPersonalFiles } from '../api/messages/privacy/files.ts';
import type { Settings } from '../server/settings.ts';
import { parseEmailArgument } from './parse-email-argument.ts';
import { runCommand, UsageError, withDatabase } from './with-database.ts';

// Erases everything that is stored about an e-mail address.

const usage = `npm run privacy:erase -- <e-mail> --yes      without --yes: lists what would be erased
    --lost-files     erases even if the bytes of files are missing: they are lost`;
const options = ['--yes', '--lost-files'];

/**
 * Refuses the company's own addresses: each mail is sent to one of them or names one as its reply address, so all mails
 * would be erased.
 */
function refuseOwn(email: string, { INBOX_EMAIL, SUPPORT_EMAIL, MAIL_FROM }: Settings): void {
  const own = [INBOX_EMAIL, SUPPORT_EMAIL, MAIL_FROM].map((address) => address?.toLowerCase());
  if (own.includes(email.toLowerCase())) throw new UsageError(`${email} is the company's own address.`);
}

/**
 * Refuses to erase if files are missing in this machine's folder. Files on another machine would stay there without any
 * row that names them.
 */
async function refuseUnlessFound(ctx: FilesContext, email: string): Promise<void> {
  const files = await listPersonalFiles(ctx, email);
  const found = await Promise.all(files.map(({ storageKey }) => ctx.files.has(storageKey)));
  const missing = found.filter((isFound) => !isFound).length;
  if (missing === 0) return;
  throw new UsageError(
    `Nothing was erased: ${missing} of ${files.length} files are not in this machine's DATA_DIR/files. Run this on the machine that has them, or copy them here first.`,
  );
}

function print(verb: string, counts: Record<string, number>): void {
  for (const [table, count] of Object.entries(counts)) console.log(`${table}: ${count} ${verb}`);
}

/** Runs `npm run privacy:erase` with its arguments. */
export const runPrivacyErase = (words: string[]) =>
  runCommand(usage, async () => {
    const unknown = words.find((word) => word.startsWith('--') && !options.includes(word));
    if (unknown) throw new UsageError(`There is no option ${unknown}.`);
    const email = parseEmailArgument(words);
    await withDatabase(async (ctx, settings) => {
      refuseOwn(email, settings);
      if (words.includes('--yes')) {
        if (!words.includes('--lost-files')) await refuseUnlessFound(ctx, email);
        print('erased', await erasePersonalData(ctx, email));
        await removeUnlinkedFiles(ctx, ctx.files);
        return;
      }
      const found = Object.entries(await exportPersonalData(ctx, email));
      print('would be erased', Object.fromEntries(found.map(([table, rows]) => [table, rows.length])));
      throw new UsageError('Nothing was erased. Add --yes to erase it permanently.');
    });
  });

if (import.meta.main) await runPrivacyErase(process.argv.slice(2));
