import { pathToFileURL } from 'node:url';
import { buildIfStale } from '../../server/build.ts';
import { buildFolder } from '../../server/folders.ts';

// Starts the site as `npm start` does, with every background job stopped: no mail is sent, and no maintenance runs.

await buildIfStale();
const program = pathToFileURL(`${buildFolder}/server/production.js`).href;
const { run } = (await import(program)) as typeof import('../../server/production.ts');
await run({ runsJobs: false });
