import { resolve } from 'node:path';
import type { Command } from 'commander';
import { exportContent } from '../api/content/import-export/export.ts';
import { formatCount } from '../contract/content/number-text.ts';
import { runStep } from '../server/process/steps.ts';
import { addExamples, addQuietOption } from './options.ts';
import { withDatabase } from './with-database.ts';

async function runExport(given: string): Promise<void> {
  const folder = resolve(given);
  await withDatabase(async (ctx) => {
    const count = await runStep('Content', () => exportContent(ctx, folder));
    console.log(`Exported ${formatCount(count, 'file')} to ${folder}`);
  });
}

export function defineExport(command: Command): void {
  command
    .description(
      'Writes entries, drafts, lists and redirects as files that site import reads. Drafts are <slug>@draft.md.',
    )
    .argument('[folder]', 'where to write', 'content');
  addExamples(addQuietOption(command), ['export', 'export /srv/copy']).action(runExport);
}
