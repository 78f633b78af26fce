import { fileURLToPath } from 'node:url';
import { wasContentImported } from '../api/content/filled.ts';
import { importContent } from '../api/content/import.ts';
import { rerenderOutdatedRevisions } from '../api/content/rerender.ts';
import { connectDatabase } from '../api/db/connect.ts';
import { importPlaces } from '../api/location/import.ts';
import { startErrorOf } from './database/check-database.ts';
import { databaseVariable } from './database/prepare-content.ts';
import { describeError } from './process/describe-error.ts';

// What `prepareContent` runs: fills a new database with the demo company and the world's places, and renders again what
// an older renderer made. It is a client of the database that its server holds.

const contentFolder = fileURLToPath(new URL('../content', import.meta.url));
const database = connectDatabase(JSON.parse(process.env[databaseVariable] ?? '{}'));
try {
  if (!(await wasContentImported(database))) await importContent(database, contentFolder);
  await rerenderOutdatedRevisions(database);
  await importPlaces(database);
} catch (error) {
  console.error(startErrorOf(error)?.message ?? describeError(error));
  process.exitCode = 1;
} finally {
  await database.close();
}
