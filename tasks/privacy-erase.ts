import type { FilesContext } from '../api/context.ts';
import { removeUnlinkedFiles } from '../api/files/remove.ts';
import { erasePersonal } from '../api/privacy/erase.ts';
import { exportPersonal } from '../api/privacy/export.ts';
import { listPersonalFiles } from '../api/privacy/files.ts';
import type { Settings } from '../server/settings.ts';
import { readEmail } from './read-email.ts';
import { runCommand, UsageError, withDatabase } from './with-database.ts';

// Erases everything that is stored about an e-mail address.

const usage = `npm run privacy:erase -- <e-mail> --yes      without --yes: says what would be erased
    --lost-files     erases although bytes of files are not found: they are gone for good`;
const options = ['--yes', '--lost-files'];

/** Every mail about every message goes to or answers to one of these; to erase them would erase all mails. */
function refuseOwn(email: string, { INBOX_EMAIL, SUPPORT_EMAIL, MAIL_FROM }: Settings): void {
  const own = [INBOX_EMAIL, SUPPORT_EMAIL, MAIL_FROM].map((address) => address?.toLowerCase());
  if (own.includes(email.toLowerCase())) throw new UsageError(`${email} is the company's own address.`);
}

/** Files in the folder of another machine would stay there for good, with nothing left that names them. */
async function refuseUnlessFound(ctx: FilesContext, email: string): Promise<void> {
  const files = await listPersonalFiles(ctx, email);
  const found = await Promise.all(files.map(({ storageKey }) => ctx.files.has(storageKey)));
  const missing = found.filter((isFound) => !isFound).length;
  if (missing === 0) return;
  throw new UsageError(
    `Nothing was erased: ${missing} of ${files.length} files are not in this machine's DATA_DIR/files. Run this on the machine where they lie, or copy them here first.`,
  );
}

function print(verb: string, counts: Record<string, number>): void {
  for (const [table, count] of Object.entries(counts)) console.log(`${table}: ${count} ${verb}`);
}

await runCommand(usage, async () => {
  const words = process.argv.slice(2);
  const unknown = words.find((word) => word.startsWith('--') && !options.includes(word));
  if (unknown) throw new UsageError(`There is no option ${unknown}.`);
  const email = readEmail(words);
  await withDatabase(async (ctx, settings) => {
    refuseOwn(email, settings);
    if (words.includes('--yes')) {
      if (!words.includes('--lost-files')) await refuseUnlessFound(ctx, email);
      print('erased', await erasePersonal(ctx, email));
      await removeUnlinkedFiles(ctx, ctx.files);
      return;
    }
    const found = Object.entries(await exportPersonal(ctx, email));
    print('would be erased', Object.fromEntries(found.map(([table, rows]) => [table, rows.length])));
    throw new UsageError('Nothing was erased. Say --yes to erase it for good.');
  });
});
