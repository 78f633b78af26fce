import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const usual = [
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

/** Brings a Chromium where there is none: Debian's package where we may install it, else the test tool's own download. */
export function bringChromium(): string {
  const found = findChromium();
  if (found) return found;
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isRootOnDebian) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit', env });
    execFileSync('apt-get', ['install', '-qy', '--no-install-recommends', 'chromium'], { stdio: 'inherit', env });
  } else spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  const brought = findChromium();
  if (!brought)
    throw new Error('The page tests need a Chromium: install the package "chromium", or set CHROMIUM_PATH.');
  return brought;
}
