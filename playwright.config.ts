import { defineConfig } from '@playwright/test';
import { findChromium } from './testing/chromium.ts';

const executablePath = findChromium();

/** What is timed. */
const timed = ['speed.e2e.ts', 'first-action.e2e.ts', 'development.e2e.ts'];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  // Roles and names of every page; after a change that is meant: npm run test:pages -- accessibility --update-snapshots
  snapshotPathTemplate: 'e2e/snapshots/{arg}{ext}',
  globalSetup: './testing/site.ts',
  fullyParallel: true,
  // What is timed runs alone, behind all others; by itself: npm run test:pages -- speed --no-deps
  projects: [
    { name: 'pages', testIgnore: timed },
    { name: 'timed', testMatch: timed, dependencies: ['pages'], workers: 1 },
  ],
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 60_000,
  reporter: [['line']],
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Root needs --no-sandbox; the rest keeps the browser from calling home.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    contextOptions: { reducedMotion: 'no-preference' },
  },
});
