import { setTimeout as sleep } from 'node:timers/promises';
import { removeExpiredHolds } from '../../api/consultations/hold.ts';
import type { Context } from '../../api/context.ts';
import type { Connection } from '../../api/db/connect.ts';
import type { FileStore } from '../../api/files/file-store.ts';
import { removeUnlinkedFiles } from '../../api/files/remove.ts';
import { removeExpiredCounts } from '../../api/http/limit-rates.ts';
import { claimRun } from '../../api/maintenance/claim-run.ts';
import { applyRetention } from '../../api/privacy/apply-retention.ts';
import { removeOldViews } from '../../api/views/remove-old.ts';
import type { Settings } from '../settings.ts';

const interval = 60 * 60 * 1_000;
// Not while a start has other things to do.
const firstAfter = 60 * 1_000;

/** Something that is done every hour, by one server of all; answers what it removed, for the log. */
export interface Job {
  name: string;
  run(ctx: Context): Promise<Record<string, number>>;
}

type RetentionSettings = Pick<Settings, 'RETENTION_MONTHS' | 'MAIL_RETENTION_DAYS'>;

/** What is done every hour; a new job is a line here. */
export function maintenanceJobs(settings: RetentionSettings, files: FileStore): Job[] {
  const times = { submissionMonths: settings.RETENTION_MONTHS, mailDays: settings.MAIL_RETENTION_DAYS };
  return [
    {
      name: 'retention',
      run: async (ctx) => ({ ...(await applyRetention(ctx, times)), views: await removeOldViews(ctx) }),
    },
    { name: 'rate limits', run: async (ctx) => ({ counts: await removeExpiredCounts(ctx) }) },
    { name: 'holds', run: async (ctx) => ({ holds: await removeExpiredHolds(ctx) }) },
    { name: 'unused files', run: async (ctx) => ({ files: await removeUnlinkedFiles(ctx, files) }) },
  ];
}

export interface MaintenanceLog {
  info(values: object, message: string): void;
  error(values: object, message: string): void;
}

/**
 * Does each job once, unless another server does so now or did within the hour; one that fails leaves the others alone.
 * Answers the names of those that were done.
 */
export async function maintainOnce(database: Connection, jobs: readonly Job[], log: MaintenanceLog): Promise<string[]> {
  const done: string[] = [];
  for (const { name, run } of jobs) {
    try {
      const removed = await claimRun(database, name, interval, () => run({ db: database.db }));
      if (!removed) continue;
      done.push(name);
      log.info({ job: name, ...removed }, 'maintained');
    } catch (error) {
      log.error({ job: name, err: error }, 'maintenance failed; it is tried again in an hour');
    }
  }
  return done;
}

/** Maintains every hour until told to stop. */
export function startMaintenance(
  database: Connection,
  jobs: readonly Job[],
  log: MaintenanceLog,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  async function run(): Promise<void> {
    const pause = (milliseconds: number) =>
      sleep(milliseconds, undefined, { signal: ending.signal }).catch(() => undefined);
    await pause(firstAfter);
    while (!ending.signal.aborted) {
      await maintainOnce(database, jobs, log);
      await pause(interval);
    }
  }
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}
