import { setTimeout as sleep } from 'node:timers/promises';
import {
  checkDueLinks,
  isCheckAsked,
  readLinkCheckRun,
  updateLinkCheckRun,
} from '../../api/content/links/external-links.ts';
import { claimRun } from '../../api/db/claim-run.ts';
import type { Connection } from '../../api/db/connect.ts';
import { createRequestOutside } from '../../api/outside-requests.ts';
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
): Promise<{ stop(): Promise<void> }> {
  const ctx = { db: database.db };
  await updateLinkCheckRun(ctx, { mode: settings.LINK_CHECKS });
  if (settings.LINK_CHECKS === 'off') return { stop: async () => undefined };
  const ending = new AbortController();
  const { signal } = ending;
  const requestOutside = createRequestOutside({ allowsLoopback: settings.LOOPBACK_REQUESTS === 'allow' });
  const check = () => checkDueLinks(ctx, { requestOutside, siteUrl: getSiteUrl(), signal });
  async function run(): Promise<void> {
    let pause = startDelay;
    let lookedAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      pause = interval;
      try {
        const isDue = performance.now() - lookedAt >= dueInterval;
        if (!isDue && !isCheckAsked(await readLinkCheckRun(ctx))) continue;
        lookedAt = performance.now();
        const links = await claimRun(database, 'link checks', 1, check);
        if (links) log.info({ job: 'link checks', links }, 'links to other sites were checked');
      } catch (error) {
        if (signal.aborted) return;
        log.error({ job: 'link checks', err: error }, 'links to other sites could not be checked');
        pause = pauseAfterFailure;
      }
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
