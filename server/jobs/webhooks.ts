import { announceDueSchedules } from '../../api/content/entries/announce-schedules.ts';
import type { Context } from '../../api/context.ts';
import type { RequestOutside } from '../../api/outside-requests.ts';
import { deliverDueEvents } from '../../api/webhooks/deliver.ts';
import { type BackgroundJob, repeatWork } from '../process/repeat-work.ts';
import type { MaintenanceLog } from './maintenance.ts';

/** Milliseconds between two looks for due events, and the pause after a failure. */
const interval = 1_000;
const pauseAfterFailure = 10_000;

/** Tells webhooks what happened until it is stopped; several servers share the work. */
export function startWebhooks(
  ctx: Context,
  requestOutside: RequestOutside,
  log: Pick<MaintenanceLog, 'error'>,
): BackgroundJob {
  const onFailure = (error: unknown) => {
    log.error({ job: 'webhooks', err: error }, 'events could not be sent to webhooks');
    return pauseAfterFailure;
  };
  const repeat = (work: (signal: AbortSignal) => Promise<unknown>) =>
    repeatWork((signal) => work(signal).then(() => interval), { onFailure });
  const jobs = [
    repeat(() => announceDueSchedules(ctx)),
    repeat((signal) => deliverDueEvents(ctx, { requestOutside, signal })),
  ];
  return {
    stop: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
