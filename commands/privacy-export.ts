import { parseArgs } from 'node:util';
import { exportPersonalData } from '../api/messages/privacy/export.ts';
import { listPersonalFiles } from '../api/messages/privacy/files.ts';
import { parseEmailArgument } from './parse-email-argument.ts';
import { runCommand, withDatabase } from './with-database.ts';
import { writeSubmissionFiles } from './write-files.ts';

// Prints everything that is stored about an e-mail address as JSON, and writes its files to a folder.

const usage = 'npm run privacy:export --silent -- <e-mail> [--files <folder>]';

/** Runs `npm run privacy:export` with its arguments. */
export const runPrivacyExport = (words: string[]) =>
  runCommand(usage, async () => {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: { files: { type: 'string' } },
    });
    const email = parseEmailArgument(positionals);
    await withDatabase(async (ctx) => {
      const stored = await exportPersonalData(ctx, email);
      console.log(JSON.stringify({ email, at: new Date(), stored }, null, 2));
      if (values.files) await writeSubmissionFiles(ctx, await listPersonalFiles(ctx, email), values.files);
    });
  });

if (import.meta.main) await runPrivacyExport(process.argv.slice(2));
