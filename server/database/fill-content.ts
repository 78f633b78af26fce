import { isContentImported } from '../../api/content/import-export/apply-plan.ts';
import { importContent } from '../../api/content/import-export/import.ts';
import { rerenderOutdatedRevisions } from '../../api/content/import-export/rerender.ts';
import { importPlaces } from '../../api/content/location/import.ts';
import { connectDatabase } from '../../api/db/connect.ts';
import { describeError } from '../process/describe-error.ts';
import { toStartError } from './check-database.ts';
import { databaseConfigVariable } from './prepare-content.ts';

// The child process of `prepareContent`. It fills a new database with the given folder of content and the world's
// places. It renders Markdown again that an older version of the renderer had rendered.

const database = connectDatabase(JSON.parse(process.env[databaseConfigVariable] ?? '{}'));
try {
  let done = '';
  const report = (detail: string) => {
    done = detail;
    process.send?.(detail);
  };
  if (!(await isContentImported(database))) await importContent(database, process.argv[2] ?? '', { report });
  await rerenderOutdatedRevisions(database);
  report([done, 'the places of the world'].filter(Boolean).join(', '));
  await importPlaces(database);
} catch (error) {
  console.error(toStartError(error)?.message ?? describeError(error));
  process.exitCode = 1;
} finally {
  await database.close();
  // The channel to the parent process would keep this one alive.
  process.disconnect?.();
}
