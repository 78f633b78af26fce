import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts the files that start whole servers first, so that no worker is left alone with one of them at the end. */
class ServersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isServerTest = ({ moduleId }: TestSpecification) =>
      /^(?:commands|tasks|server)\//.test(relative(import.meta.dirname, moduleId));
    return [...sorted.filter(isServerTest), ...sorted.filter((file) => !isServerTest(file))];
  }
}

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**', 'e2e/**'],
    globalSetup: ['testing/postgres.ts'],
    pool: 'forks',
    // The test files of a worker share its modules, because loading them for each file took a third of the time.
    isolate: false,
    // More workers would need more connections than the tests' PostgreSQL accepts.
    maxWorkers: Math.min(availableParallelism(), 4),
    sequence: { sequencer: ServersFirst },
    // Long enough for a machine that does other work; no test measures time by them.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Starting a site may build it first.
    hookTimeout: 300_000,
  },
});
