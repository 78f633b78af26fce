import { exportPersonal } from '../api/privacy/export.ts';
import { readEmail } from './read-email.ts';
import { runCommand, withDatabase } from './with-database.ts';

// Prints, as JSON, everything that is stored about an e-mail address.

const usage = 'npm run privacy:export --silent -- <e-mail>';

await runCommand(usage, async () => {
  const email = readEmail(process.argv.slice(2));
  await withDatabase(async (ctx) => {
    console.log(JSON.stringify({ email, at: new Date(), stored: await exportPersonal(ctx, email) }, null, 2));
  });
});
