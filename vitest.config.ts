import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'e2e/**'],
    globalSetup: ['testing/postgres.ts'],
    pool: 'forks',
    // One file instead of a hundred in each process that tests; and its large package.json read once.
    deps: {
      optimizer: {
        ssr: {
          enabled: true,
          include: ['drizzle-orm', 'drizzle-orm/node-postgres', 'drizzle-orm/pg-core'],
          // The one whose types `api/db/connect.ts` reads.
          exclude: ['pg'],
        },
      },
    },
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
