import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { importContent } from '../api/content/import-export/import.ts';
import { ContentError } from '../api/content/import-export/problems.ts';
import { StartError } from '../server/process/start-error.ts';
import { runStep } from '../server/process/steps.ts';
import { runCommand, takeWords, withDatabase } from './with-database.ts';

await runCommand('npm run content:import [folder] [-- --prune --quiet]', async () => {
  const { values, positionals } = parseArgs({
    args: takeWords(),
    options: { prune: { type: 'boolean' } },
    allowPositionals: true,
  });
  const folder = resolve(positionals[0] ?? 'content');
  await withDatabase(async ({ db }) => {
    const { kept, ...counts } = await runStep('Content', (report) =>
      importContent({ db }, folder, { ...values, report }),
    ).catch((error: unknown) => {
      if (!(error instanceof ContentError)) throw error;
      throw new StartError(`${error.message}\n${error.problems.length} problems; nothing was imported.`);
    });
    const imported = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
    console.log(`Imported ${imported.join(', ')} from ${folder}`);
    if (kept.length > 0) console.log(`Kept, although ${folder} does not contain it:`);
    for (const { name, reason } of kept) console.log(`  ${name} ${reason}`);
  });
});
