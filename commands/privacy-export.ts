import type { Command } from 'commander';
import { exportPersonalData } from '../api/messages/privacy/export.ts';
import { listPersonalFiles } from '../api/messages/privacy/files.ts';
import { addExamples } from './options.ts';
import { parseEmailArgument } from './parse-email-argument.ts';
import { withDatabase } from './with-database.ts';
import { writeSubmissionFiles } from './write-files.ts';

async function runPrivacyExport(given: string, { files }: { files?: string }): Promise<void> {
  const email = parseEmailArgument(given);
  await withDatabase(async (ctx) => {
    const stored = await exportPersonalData(ctx, email);
    console.log(JSON.stringify({ email, at: new Date(), stored }, null, 2));
    if (files) await writeSubmissionFiles(ctx, await listPersonalFiles(ctx, email), files);
  });
}

/** Defines `site privacy export`. */
export function definePrivacyExport(command: Command): void {
  command
    .summary('prints everything that is stored about an e-mail address')
    .description('Prints everything that is stored about an e-mail address as JSON.')
    .argument('<e-mail>', 'the address of the person')
    .option('--files <folder>', "also writes the person's files to a folder that only its owner can read");
  addExamples(command, ['privacy export ada@example.com --files ./ada']).action(runPrivacyExport);
}
