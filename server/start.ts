import { spawnSync } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isStale } from './build.ts';
import { buildFolder, projectFolder } from './folders.ts';

// Runs `npm start`: builds the site if its sources changed, then runs the built server.

// A separate process builds, because the memory of the bundler would stay with the server.
if (isStale()) {
  const { status } = spawnSync(process.execPath, ['server/build.ts', '--if-stale'], {
    cwd: projectFolder,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
// The processes that convert pictures use this cache too; it saves them 20 MB and half of their processor time.
enableCompileCache(join(buildFolder, 'compiled'));
const program = pathToFileURL(`${buildFolder}/server/production.js`).href;
const { run } = (await import(program)) as typeof import('./production.ts');
await run();
