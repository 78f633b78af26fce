import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { isStale } from './build.ts';
import { buildFolder, project } from './folders.ts';

// Builds what is stale, and runs the server that was built.

// A process of its own builds, because the builder's memory would stay with the server.
if (isStale()) {
  const { status } = spawnSync(process.execPath, ['server/build.ts', '--if-stale'], { cwd: project, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
const program = pathToFileURL(`${buildFolder}/server/production.js`).href;
const { run } = (await import(program)) as typeof import('./production.ts');
await run();
