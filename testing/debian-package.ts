import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether this process may install Debian's packages. */
export const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs the first of Debian's packages that can be installed. Look for its program to see whether this succeeded.
 */
export function installDebianPackage(...names: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const runApt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
  if (runApt('update', '-q')) names.some((name) => runApt('install', '-qy', '--no-install-recommends', name));
}
