import { desc, eq, sql } from 'drizzle-orm';
import type { Context } from '../../api/context.ts';
import { advisoryLockKeys, logRecords } from '../../api/db/index.ts';
import { recordToLog } from '../../api/log/record.ts';
import { sealLog } from '../../api/log/seal.ts';
import { type BackgroundJob, repeatWork } from '../process/repeat-work.ts';
import type { MaintenanceLog } from './maintenance.ts';

/** Milliseconds between two looks for records that are not sealed, and the pause after a failure. */
const interval = 1_000;
const pauseAfterFailure = 30_000;
/** Milliseconds between two lines of the process's log with the last hash. */
const headInterval = 60 * 60 * 1_000;

/** Records that this version runs for the first time, unless it is the last one that was recorded. */
async function recordRelease(ctx: Context, version: string): Promise<void> {
  const { kind, facts, id } = logRecords;
  await ctx.db.transaction(async (tx) => {
    // Two servers may start at once.
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.logSeal})`);
    const [last] = await tx
      .select({ facts })
      .from(logRecords)
      .where(eq(kind, 'system.RELEASE'))
      .orderBy(desc(id))
      .limit(1);
    if (last?.facts.version !== version)
      await recordToLog({ db: tx }, { kind: 'system.RELEASE', by: null, facts: { version } });
  });
}

/**
 * Records the first start of a version, and seals the log each second until it is stopped. Every hour the last number
 * and hash are printed to the process's log, if they have changed. Kept elsewhere, these lines show whether records
 * at the end of the log were removed.
 */
export function startLog(ctx: Context, version: string, log: MaintenanceLog): BackgroundJob {
  let isRecorded = false;
  let printed = { number: 0, at: -headInterval };
  return repeatWork(
    async () => {
      if (!isRecorded) await recordRelease(ctx, version);
      isRecorded = true;
      const { number, hash } = await sealLog(ctx);
      if (number !== printed.number && performance.now() - printed.at >= headInterval) {
        printed = { number, at: performance.now() };
        log.info({ job: 'log', head: `${number}:${hash}` }, 'the log is sealed up to this record');
      }
      return interval;
    },
    {
      onFailure: (error) => {
        log.error({ job: 'log', err: error }, 'the log could not be sealed');
        return pauseAfterFailure;
      },
    },
  );
}
