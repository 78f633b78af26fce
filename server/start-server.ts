import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isStale } from './build.ts';
import { buildFolder, projectFolder } from './folders.ts';
import { isPretty, runStep, showSteps } from './process/steps.ts';

// `server/start.js` runs this: builds the site if its sources changed, then runs the built server.

/** Builds in a separate process, because the memory of the bundler would stay with the server. */
async function build(): Promise<void> {
  const child = spawn(process.execPath, ['server/build.ts', '--if-stale'], { cwd: projectFolder, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) process.exit(code ?? 1);
}

// The settings are read later, by the built server.
if (isStale()) {
  if (isPretty(process.env.LOG_FORMAT)) showSteps(process.stdout);
  await runStep('Build', build);
}
const program = pathToFileURL(`${buildFolder}/server/production.js`).href;
const { run } = (await import(program)) as typeof import('./production.ts');
// Otherwise the cache would be written at the end of the process, if it is not killed.
flushCompileCache();
await run();
