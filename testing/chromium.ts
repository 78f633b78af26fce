import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installDebianPackage, isRootOnDebian } from './debian-package.ts';

// Headless builds first: a browser with a window also draws its frame, which doubles the time of page tests.
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** Returns an installed Chromium: from CHROMIUM_PATH, from its usual places, or from Playwright; null without one. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  return [given, ...usual, chromium.executablePath()].find((path) => path && existsSync(path)) ?? null;
}

/** Returns a Chromium, which is installed if missing: from Debian's package if possible, else by Playwright. */
export function ensureChromium(): string {
  if (!process.env.CHROMIUM_PATH && isRootOnDebian && !existsSync('/usr/bin/chromium-headless-shell')) {
    installDebianPackage('chromium-headless-shell', 'chromium');
  }
  if (!findChromium() && !isRootOnDebian) spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' });
  const installed = findChromium();
  if (!installed)
    throw new Error('The page tests need a Chromium: install the package "chromium", or set CHROMIUM_PATH.');
  return installed;
}
