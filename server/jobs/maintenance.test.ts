import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedValues } from '../../api/db/tables.ts';
import { apiContext } from '../../testing/api-context.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { keepingLogger } from '../../testing/logger.ts';
import { type Job, maintainOnce, maintenanceJobs } from './maintenance.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(sharedValues);
});

function countingJob(name: string): Job & { runs: number } {
  const job = {
    name,
    runs: 0,
    run: async () => {
      job.runs += 1;
      await database.pool.query('select pg_sleep(0.2)');
      return { rows: 1 };
    },
  };
  return job;
}

describe('maintenance', () => {
  it('is done by one of several servers, and not again within the hour', async () => {
    const { logger } = keepingLogger();
    const job = countingJob('counting');
    const done = await Promise.all(Array.from({ length: 2 }, () => maintainOnce(database, [job], logger)));
    expect(done.flat()).toEqual(['counting']);
    expect(await maintainOnce(database, [job], logger)).toEqual([]);
    expect(job.runs).toBe(1);
    await database.db.update(sharedValues).set({ value: new Date(Date.now() - 3_600_000).toISOString() });
    expect(await maintainOnce(database, [job], logger)).toEqual(['counting']);
  });

  it('goes on with the others where one fails, says so, and tries that one again', async () => {
    const { logger, lines } = keepingLogger();
    const failing: Job = { name: 'failing', run: () => Promise.reject(new Error('no space')) };
    expect(await maintainOnce(database, [failing, countingJob('other')], logger)).toEqual(['other']);
    expect(lines.some(({ job, level }) => job === 'failing' && level === 50)).toBe(true);
    expect(await maintainOnce(database, [{ ...failing, run: async () => ({}) }], logger)).toEqual(['failing']);
  });

  it('applies the times that the settings give', async () => {
    const { logger } = keepingLogger();
    const jobs = maintenanceJobs({ RETENTION_MONTHS: 24, MAIL_RETENTION_DAYS: 90 }, apiContext(database.db).files);
    expect(await maintainOnce(database, jobs, logger)).toEqual(['retention', 'rate limits', 'holds', 'unused files']);
  });
});
