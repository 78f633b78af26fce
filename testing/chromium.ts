import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

// Without a window first: a browser with one draws its own frame as well, and page tests take twice as long.
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** An installed Chromium, by CHROMIUM_PATH, by its usual places, or as the test tool keeps it; null where there is none. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  return [given, ...usual, chromium.executablePath()].find((path) => path && existsSync(path)) ?? null;
}

/** Debian's package, where we may install it; whether there is a Chromium after it, `findChromium` says. */
function installDebianPackage(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
  const install = (name: string) => apt('install', '-qy', '--no-install-recommends', name);
  if (apt('update', '-q') && !install('chromium-headless-shell')) install('chromium');
}

/** Brings a Chromium where there is none: Debian's package where we may install it, else the test tool's own download. */
export function bringChromium(): string {
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!process.env.CHROMIUM_PATH && isRootOnDebian && !existsSync('/usr/bin/chromium-headless-shell')) {
    installDebianPackage();
  }
  if (!findChromium() && !isRootOnDebian) spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  const brought = findChromium();
  if (!brought)
    throw new Error('The page tests need a Chromium: install the package "chromium", or set CHROMIUM_PATH.');
  return brought;
}
