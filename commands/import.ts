import { resolve } from 'node:path';
import type { Command } from 'commander';
import { importContent } from '../api/content/import-export/import.ts';
import { ContentError } from '../api/content/import-export/problems.ts';
import { StartError } from '../server/process/start-error.ts';
import { runStep } from '../server/process/steps.ts';
import { addExamples, addQuietOption } from './options.ts';
import { withDatabase } from './with-database.ts';

async function runImport(given: string, { prune }: { prune?: boolean }): Promise<void> {
  const folder = resolve(given);
  await withDatabase(async ({ db }) => {
    const { kept, ...counts } = await runStep('Content', (report) =>
      importContent({ db }, folder, { prune, report }),
    ).catch((error: unknown) => {
      if (!(error instanceof ContentError)) throw error;
      throw new StartError(`${error.message}\n${error.problems.length} problems; nothing was imported.`);
    });
    const imported = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
    console.log(`Imported ${imported.join(', ')} from ${folder}`);
    if (kept.length > 0) console.log(`Kept, although ${folder} does not contain it:`);
    for (const { name, reason } of kept) console.log(`  ${name} ${reason}`);
  });
}

export function defineImport(command: Command): void {
  command
    .description(
      'Imports a folder of content in one transaction: all of it or nothing. Changed texts pass the check of publishing ' +
        'and are merged with what editors published. Problems are named with file, line and field.',
    )
    .argument('[folder]', 'the folder to read', 'content')
    .option('--prune', 'also removes what earlier imports stored and the folder no longer contains');
  addExamples(addQuietOption(command), ['import', 'import /srv/our-content --prune']).action(runImport);
}
