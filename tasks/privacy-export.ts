import { parseArgs } from 'node:util';
import { exportPersonal } from '../api/privacy/export.ts';
import { listPersonalFiles } from '../api/privacy/files.ts';
import { readEmail } from './read-email.ts';
import { runCommand, withDatabase } from './with-database.ts';
import { writeFiles } from './write-files.ts';

// Prints, as JSON, everything that is stored about an e-mail address; its files go to a folder.

const usage = 'npm run privacy:export --silent -- <e-mail> [--files <folder>]';

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { files: { type: 'string' } } });
  const email = readEmail(positionals);
  await withDatabase(async (ctx) => {
    const stored = await exportPersonal(ctx, email);
    console.log(JSON.stringify({ email, at: new Date(), stored }, null, 2));
    if (values.files) await writeFiles(ctx, await listPersonalFiles(ctx, email), values.files);
  });
});
