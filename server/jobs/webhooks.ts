import { setTimeout as sleep } from 'node:timers/promises';
import { announceDueSchedules } from '../../api/content/entries/announce-schedules.ts';
import type { Context } from '../../api/context.ts';
import type { RequestOutside } from '../../api/outside-requests.ts';
import { deliverDueEvents } from '../../api/webhooks/deliver.ts';
import type { MaintenanceLog } from './maintenance.ts';

/** Milliseconds between two looks for due events, and the pause after a failure. */
const interval = 1_000;
const pauseAfterFailure = 10_000;

/** Tells webhooks what happened until it is stopped; several servers share the work. */
export function startWebhooks(
  ctx: Context,
  requestOutside: RequestOutside,
  log: Pick<MaintenanceLog, 'error'>,
): { stop(): Promise<void> } {
  const ending = new AbortController();
  async function repeat(work: () => Promise<unknown>): Promise<void> {
    while (!ending.signal.aborted) {
      let pause = interval;
      try {
        await work();
      } catch (error) {
        log.error({ job: 'webhooks', err: error }, 'events could not be sent to webhooks');
        pause = pauseAfterFailure;
      }
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }
  const running = Promise.all([
    repeat(() => announceDueSchedules(ctx)),
    repeat(() => deliverDueEvents(ctx, { requestOutside, signal: ending.signal })),
  ]);
  return {
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}
