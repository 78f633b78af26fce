import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { importContent } from '../api/content/import.ts';
import { ContentError } from '../api/content/problems.ts';
import { openDatabase } from '../server/database.ts';
import { readSettings } from '../server/settings.ts';

const { values, positionals } = parseArgs({ options: { prune: { type: 'boolean' } }, allowPositionals: true });
const folder = resolve(positionals[0] ?? 'content');
const database = await openDatabase(readSettings());
try {
  const counts = await importContent({ db: database.db }, folder, values);
  console.log(
    `Imported ${Object.entries(counts)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', ')} from ${folder}`,
  );
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(`${error.message}\n${error.problems.length} problems; nothing was imported.`);
  process.exitCode = 1;
} finally {
  await database.close();
}
