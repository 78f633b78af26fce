import { spawnSync } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isStale } from './build.ts';
import { buildFolder, project } from './folders.ts';

// `npm start`: builds what is stale, and runs the server that was built. Kept small, for it is read each time. Its flags in
// package.json have garbage collected sooner than a program would that has a machine to itself.

// In a process of its own, for the builder's memory would stay with the server's.
if (isStale()) {
  const { status } = spawnSync(process.execPath, ['server/build.ts', '--if-stale'], { cwd: project, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
enableCompileCache(`${buildFolder}/compiled`);
const program = pathToFileURL(`${buildFolder}/server/production.js`).href;
const { run } = (await import(program)) as typeof import('./production.ts');
await run();
