import { resolve } from 'node:path';
import { exportContent } from '../api/content/import-export/export.ts';
import { formatCount } from '../contract/number-text.ts';
import { runStep } from '../server/process/steps.ts';
import { runCommand, takeWords, withDatabase } from './with-database.ts';

const folder = resolve(takeWords()[0] ?? 'content');
await runCommand('npm run content:export [folder] [-- --quiet]', () =>
  withDatabase(async (ctx) => {
    const count = await runStep('Content', () => exportContent(ctx, folder));
    console.log(`Exported ${formatCount(count, 'file')} to ${folder}`);
  }),
);
