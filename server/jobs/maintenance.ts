import { removeOldDeletedEntries } from '../../api/content/deleted-entries.ts';
import { compactDraftSaves } from '../../api/content/drafts/store.ts';
import { promoteDueRevisions } from '../../api/content/entries/change-schedule.ts';
import { removeOldMissingPages } from '../../api/content/links/count-requests.ts';
import { forgetOldListActs } from '../../api/content/lists/record-act.ts';
import { removeExpiredShareLinks } from '../../api/content/share-links.ts';
import type { Context } from '../../api/context.ts';
import { claimRun } from '../../api/db/claim-run.ts';
import type { Connection } from '../../api/db/connect.ts';
import { removeExpiredCounts } from '../../api/limit-rates.ts';
import { cutLog } from '../../api/log/cut.ts';
import { removeExpiredHolds } from '../../api/messages/consultations/book.ts';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import { removeUnlinkedFiles } from '../../api/messages/files/link.ts';
import { applyRetention, readRetentionTimes } from '../../api/messages/privacy/retention.ts';
import { removeOldViews } from '../../api/messages/record-view.ts';
import { removeOldNumbers, rollUpNumbers } from '../../api/numbers/roll-up.ts';
import { removeEndedTokens } from '../../api/people/api-tokens.ts';
import { removeEndedSessions } from '../../api/people/sessions.ts';
import { removeOldWebhookEvents } from '../../api/webhooks/deliver.ts';
import { readCompanyZone } from '../company-zone.ts';
import { getFixedRetention } from '../privacy-settings.ts';
import { type BackgroundJob, repeatWork } from '../process/repeat-work.ts';
import type { Settings } from '../settings.ts';

/** Milliseconds between two runs of the jobs, and from the start to the first run. */
const interval = 60 * 60 * 1_000;
const startDelay = 60 * 1_000;

/** A job that one of all servers runs repeatedly. */
export interface MaintenanceJob {
  name: string;
  /** Milliseconds between two runs; default: an hour. A failed job runs again after an hour. */
  interval?: number;
  /** Does the work, and returns counts of it for the log. */
  run(ctx: Context): Promise<Record<string, number>>;
}

type RetentionSettings = Pick<Settings, 'RETENTION_MONTHS' | 'MAIL_RETENTION_DAYS' | 'NUMBERS_DAYS'> &
  Partial<Pick<Settings, 'LOG_RETENTION_MONTHS'>>;

export function listMaintenanceJobs(settings: RetentionSettings, files: FileStore): MaintenanceJob[] {
  const fixed = getFixedRetention(settings);
  return [
    {
      name: 'retention',
      run: async (ctx) => ({
        ...(await applyRetention(ctx, await readRetentionTimes(ctx, fixed))),
        views: await removeOldViews(ctx),
        'missing pages': await removeOldMissingPages(ctx),
        'log records': await cutLog(ctx, settings.LOG_RETENTION_MONTHS),
      }),
    },
    {
      name: 'numbers',
      run: async ({ db }) => {
        const ctx = { db, company: { timeZone: await readCompanyZone({ db }) } };
        return {
          'summed days': await rollUpNumbers(ctx),
          numbers: await removeOldNumbers(ctx, settings.NUMBERS_DAYS),
        };
      },
    },
    { name: 'rate limits', run: async (ctx) => ({ counts: await removeExpiredCounts(ctx) }) },
    {
      name: 'sessions',
      run: async (ctx) => ({ sessions: await removeEndedSessions(ctx), tokens: await removeEndedTokens(ctx) }),
    },
    { name: 'schedules', run: async (ctx) => ({ 'passed schedules': await promoteDueRevisions(ctx) }) },
    { name: 'draft saves', run: async (ctx) => ({ 'draft saves': await compactDraftSaves(ctx) }) },
    { name: 'share links', run: async (ctx) => ({ 'share links': await removeExpiredShareLinks(ctx) }) },
    { name: 'deleted entries', run: async (ctx) => ({ entries: await removeOldDeletedEntries(ctx) }) },
    { name: 'webhooks', run: async (ctx) => ({ events: await removeOldWebhookEvents(ctx) }) },
    { name: 'acts on lists', run: async (ctx) => ({ acts: await forgetOldListActs(ctx) }) },
    { name: 'holds', run: async (ctx) => ({ holds: await removeExpiredHolds(ctx) }) },
    { name: 'unused files', run: async (ctx) => ({ files: await removeUnlinkedFiles(ctx, files) }) },
  ];
}

export interface MaintenanceLog {
  info(values: object, message: string): void;
  error(values: object, message: string): void;
}

/**
 * Runs each job once, unless another server runs it now or has run it within the job's interval. A job that fails does
 * not stop the others. After the signal aborts, no further job begins. Returns the names of the jobs that ran.
 */
export async function runMaintenanceJobs(
  database: Connection,
  jobs: readonly MaintenanceJob[],
  log: MaintenanceLog,
  signal = new AbortController().signal,
): Promise<string[]> {
  const done: string[] = [];
  for (const { name, interval: own = interval, run } of jobs) {
    if (signal.aborted) break;
    try {
      const counts = await claimRun(database, name, own, () => run({ db: database.db }));
      if (!counts) continue;
      done.push(name);
      log.info({ job: name, ...counts }, 'maintenance job finished');
    } catch (error) {
      log.error({ job: name, err: error }, 'maintenance job failed; the next attempt is in an hour');
    }
  }
  return done;
}

/** Runs the jobs every hour until it is stopped. */
export function startMaintenance(
  database: Connection,
  jobs: readonly MaintenanceJob[],
  log: MaintenanceLog,
): BackgroundJob {
  return repeatWork(
    async (signal) => {
      await runMaintenanceJobs(database, jobs, log, signal);
      return interval;
    },
    { startDelay },
  );
}
