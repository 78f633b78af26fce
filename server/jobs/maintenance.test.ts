import { beforeEach, describe, expect, it } from 'vitest';
import { sharedValues } from '../../api/db/tables.ts';
import { createRecordingLogger } from '../../testing/logger.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { listMaintenanceJobs, type MaintenanceJob, runMaintenanceJobs } from './maintenance.ts';

const { ctx, database } = await setUpApi();
beforeEach(async () => {
  await database.db.delete(sharedValues);
});

function createCountingJob(name: string): MaintenanceJob & { runs: number } {
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
  it('runs on one of several servers, and not again within the hour', async () => {
    const { logger } = createRecordingLogger();
    const job = createCountingJob('counting');
    const done = await Promise.all(Array.from({ length: 2 }, () => runMaintenanceJobs(database, [job], logger)));
    expect(done.flat()).toEqual(['counting']);
    expect(await runMaintenanceJobs(database, [job], logger)).toEqual([]);
    expect(job.runs).toBe(1);
    await database.db.update(sharedValues).set({ value: new Date(Date.now() - 3_600_000).toISOString() });
    expect(await runMaintenanceJobs(database, [job], logger)).toEqual(['counting']);
  });

  it('runs the other jobs if one fails, logs the failure, and tries that job again', async () => {
    const { logger, lines } = createRecordingLogger();
    const failing: MaintenanceJob = { name: 'failing', run: () => Promise.reject(new Error('no space')) };
    expect(await runMaintenanceJobs(database, [failing, createCountingJob('other')], logger)).toEqual(['other']);
    expect(lines.some(({ job, level }) => job === 'failing' && level === 50)).toBe(true);
    expect(await runMaintenanceJobs(database, [{ ...failing, run: async () => ({}) }], logger)).toEqual(['failing']);
  });

  it('begins no further job when its server stops', async () => {
    const { logger } = createRecordingLogger();
    const stopping = new AbortController();
    const last: MaintenanceJob = {
      name: 'last',
      run: async () => {
        stopping.abort();
        return {};
      },
    };
    const jobs = [last, createCountingJob('other')];
    expect(await runMaintenanceJobs(database, jobs, logger, stopping.signal)).toEqual(['last']);
  });

  it('applies the retention of the settings', async () => {
    const { logger } = createRecordingLogger();
    const jobs = listMaintenanceJobs({ RETENTION_MONTHS: 24, MAIL_RETENTION_DAYS: 90, NUMBERS_DAYS: 90 }, ctx.files);
    expect(await runMaintenanceJobs(database, jobs, logger)).toEqual([
      'retention',
      'numbers',
      'rate limits',
      'sessions',
      'schedules',
      'draft saves',
      'share links',
      'deleted entries',
      'webhooks',
      'acts on lists',
      'holds',
      'unused files',
    ]);
  });
});
