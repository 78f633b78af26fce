import { importContent } from '../../api/content/import.ts';
import { isContentImported } from '../../api/content/import-state.ts';
import { rerenderOutdatedRevisions } from '../../api/content/rerender.ts';
import { connectDatabase } from '../../api/db/connect.ts';
import { importPlaces } from '../../api/location/import.ts';
import { describeError } from '../process/describe-error.ts';
import { toStartError } from './check-database.ts';
import { databaseConfigVariable } from './prepare-content.ts';

// The child process of `prepareContent`. It fills a new database with the given folder of content and the world's
// places. It renders Markdown again that an older version of the renderer had rendered.

const database = connectDatabase(JSON.parse(process.env[databaseConfigVariable] ?? '{}'));
try {
  if (!(await isContentImported(database))) await importContent(database, process.argv[2] ?? '');
  await rerenderOutdatedRevisions(database);
  await importPlaces(database);
} catch (error) {
  console.error(toStartError(error)?.message ?? describeError(error));
  process.exitCode = 1;
} finally {
  await database.close();
}
