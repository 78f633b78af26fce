import { eq } from 'drizzle-orm';
import { defaultRetention, type RetentionTimes } from '../../../contract/studio/privacy-kinds.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { sharedValues } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { countExpiredRows } from './apply-retention.ts';
import { sumCounts } from './find.ts';
import { recordPrivacyAct } from './record-act.ts';

const storeKey = 'retention';

/** The durations that the operator has set in the environment. They win over those of the Studio. */
export type FixedRetention = { [N in keyof RetentionTimes]?: number | undefined };

/** Returns how long messages and mails are kept. */
export async function readRetentionTimes({ db }: Context, fixed: FixedRetention): Promise<RetentionTimes> {
  const [row] = await db.select().from(sharedValues).where(eq(sharedValues.name, storeKey));
  const stored = row ? (JSON.parse(row.value) as Partial<RetentionTimes>) : {};
  const { submissionMonths, mailDays } = { ...defaultRetention, ...stored };
  return {
    submissionMonths: fixed.submissionMonths ?? submissionMonths,
    mailDays: fixed.mailDays ?? mailDays,
  };
}

/** Returns how long messages and mails are kept, and what the operator has fixed. */
export async function getRetention(ctx: ApiContext) {
  const { retention: fixed } = ctx.privacy;
  return {
    times: await readRetentionTimes(ctx, fixed),
    isFixed: { submissionMonths: fixed.submissionMonths !== undefined, mailDays: fixed.mailDays !== undefined },
  };
}

/** Returns what the hourly job would erase with other durations. */
export const planRetention = (ctx: ApiContext, times: RetentionTimes) => countExpiredRows(ctx, times);

/**
 * Stores how long messages and mails are kept, and records who decided it. The hourly job applies it. Throws `conflict`
 * if the number of messages that would be erased has changed since the caller saw it, and `unprocessable` for a time
 * that the operator has set.
 */
export async function changeRetention(
  ctx: ApiContext,
  { count, ...times }: RetentionTimes & { count: number },
  caller: Caller,
) {
  const { isFixed, times: former } = await getRetention(ctx);
  const refused = (['submissionMonths', 'mailDays'] as const).filter(
    (name) => isFixed[name] && times[name] !== former[name],
  );
  if (refused.length > 0)
    throw new ApiError(
      'unprocessable',
      'Nothing was changed.',
      refused.map((path) => ({ path, message: 'is set by the operator of the server' })),
    );
  if (sumCounts({ ...(await countExpiredRows(ctx, times)) }) !== count)
    throw new ApiError('conflict', 'Something else would be erased by now. Look at the numbers again.');
  await ctx.db.transaction(async (db) => {
    const value = JSON.stringify(times);
    await db
      .insert(sharedValues)
      .values({ name: storeKey, value })
      .onConflictDoUpdate({ target: sharedValues.name, set: { value } });
    await recordPrivacyAct({ db }, 'RETENTION', caller, { ...times });
  });
  return getRetention(ctx);
}
