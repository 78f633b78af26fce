import {
  checkDueLinks,
  isCheckAsked,
  readLinkCheckRun,
  updateLinkCheckRun,
} from '../../api/content/links/external-links.ts';
import { claimRun } from '../../api/db/claim-run.ts';
import type { Connection } from '../../api/db/connect.ts';
import { getRequestOutside } from '../company.ts';
import { type BackgroundJob, repeatWork } from '../process/repeat-work.ts';
import type { Settings } from '../settings.ts';
import type { MaintenanceLog } from './maintenance.ts';

/** Milliseconds between two looks for a check that a user asks for, and for links that are due. */
const interval = 5_000;
const dueInterval = 60 * 60_000;
/** Milliseconds after the start, and after a failure. */
const startDelay = 60_000;
const pauseAfterFailure = 10 * 60_000;

/**
 * Checks the links to other sites that are due, and those that a user asks to check, until it is stopped. One of all
 * servers checks at a time.
 */
export async function startLinkChecks(
  database: Connection,
  settings: Pick<Settings, 'LINK_CHECKS' | 'LOOPBACK_REQUESTS'>,
  getSiteUrl: () => string,
  log: MaintenanceLog,
): Promise<BackgroundJob> {
  const ctx = { db: database.db };
  await updateLinkCheckRun(ctx, { mode: settings.LINK_CHECKS });
  if (settings.LINK_CHECKS === 'off') return { stop: async () => undefined };
  const requestOutside = getRequestOutside(settings);
  let lookedAt = Number.NEGATIVE_INFINITY;
  return repeatWork(
    async (signal) => {
      const isDue = performance.now() - lookedAt >= dueInterval;
      if (!isDue && !isCheckAsked(await readLinkCheckRun(ctx))) return interval;
      lookedAt = performance.now();
      const check = () => checkDueLinks(ctx, { requestOutside, siteUrl: getSiteUrl(), signal });
      const links = await claimRun(database, 'link checks', 1, check);
      if (links) log.info({ job: 'link checks', links }, 'links to other sites were checked');
      return interval;
    },
    {
      startDelay,
      onFailure: (error) => {
        log.error({ job: 'link checks', err: error }, 'links to other sites could not be checked');
        return pauseAfterFailure;
      },
    },
  );
}
