import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isStale } from '../server/build.ts';
import { projectFolder } from '../server/folders.ts';

let built: Promise<unknown> | undefined;

/**
 * Builds the site if its sources have changed, once in a process. The builder runs in a process of its own,
 * because it sets NODE_ENV, by which React chooses its code.
 */
export async function buildSiteOnce(): Promise<void> {
  built ??= isStale()
    ? promisify(execFile)(process.execPath, ['server/build.ts', '--if-stale'], { cwd: projectFolder })
    : Promise.resolve();
  await built;
}
