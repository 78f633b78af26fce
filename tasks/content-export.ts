import { resolve } from 'node:path';
import { exportContent } from '../api/content/export.ts';
import { formatCount } from '../contract/number-text.ts';
import { runCommand, withDatabase } from './with-database.ts';

const folder = resolve(process.argv[2] ?? 'content');
await runCommand('npm run content:export [folder]', () =>
  withDatabase(async (ctx) => {
    console.log(`Exported ${formatCount(await exportContent(ctx, folder), 'file')} to ${folder}`);
  }),
);
