import { existsSync } from 'node:fs';
import { installDebianPackage, isRootOnDebian } from './debian-package.ts';

/** Returns an installed Firefox: from FIREFOX_PATH or from its usual places; null without one. */
export function findFirefox(): string | null {
  const paths = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'];
  return paths.find((path) => path && existsSync(path)) ?? null;
}

/** Returns a Firefox, which is installed from Debian's package if it is missing. */
export function ensureFirefox(): string {
  if (!findFirefox() && isRootOnDebian) installDebianPackage('firefox-esr');
  const installed = findFirefox();
  if (!installed) throw new Error('The tests in Firefox need one: install "firefox-esr", or set FIREFOX_PATH.');
  return installed;
}
