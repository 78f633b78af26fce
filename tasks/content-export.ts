import { resolve } from 'node:path';
import { exportContent } from '../api/content/export.ts';
import { openDatabase } from '../server/database.ts';
import { readSettings } from '../server/settings.ts';

const folder = resolve(process.argv[2] ?? 'content');
const database = await openDatabase(readSettings());
try {
  console.log(`Exported ${await exportContent({ db: database.db }, folder)} files to ${folder}`);
} finally {
  await database.close();
}
