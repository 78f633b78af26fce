import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './testing/chromium.ts';

const executablePath = findChromium();

/** The tests, the site and PostgreSQL share the cores; waiting leaves room for one browser a core. */
const workers = Math.min(8, Math.max(2, availableParallelism()));

export default defineConfig({
  testDir: 'e2e',
  // The long tests are those of `npm run test:all`.
  projects: [
    { name: 'short', testMatch: '*.e2e.ts', testIgnore: '*.long.e2e.ts' },
    { name: 'long', testMatch: '*.long.e2e.ts' },
  ],
  // Roles and names of every page. After an intended change: npm run test:pages -- pages --update-snapshots
  snapshotPathTemplate: 'e2e/snapshots/{arg}{ext}',
  globalSetup: './testing/site.ts',
  fullyParallel: true,
  workers,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 120_000,
  // Long enough for a machine that does other work; no test measures time by it.
  expect: { timeout: 15_000 },
  reporter: [['line']],
  use: {
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Root needs --no-sandbox; the other arguments stop the browser's own network requests.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // How early lazy pictures load must not depend on how busy this machine is.
        '--force-effective-connection-type=4G',
      ],
    },
    contextOptions: { reducedMotion: 'no-preference' },
  },
});
