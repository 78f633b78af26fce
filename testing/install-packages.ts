import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../server/folders.ts';

// Packages that few commands need have a package.json and a lock file of their own, so that `npm ci` of the project
// stays small.

export const longRunPackages = 'proofs/long-run';

/**
 * Installs the packages that the lock file of a folder names, unless they are installed. Returns their `node_modules`.
 *
 * @param folder a folder of the project with a package.json and a lock file of its own
 */
export function installPackages(folder: string): string {
  const path = join(projectFolder, folder);
  const modules = join(path, 'node_modules');
  // npm writes this file at the end of an installation.
  const installed = join(modules, '.package-lock.json');
  const isCurrent =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(path, 'package-lock.json')).mtimeMs;
  if (!isCurrent) execFileSync('npm', ['ci', '--silent', '--no-audit', '--no-fund'], { cwd: path, stdio: 'inherit' });
  return modules;
}
