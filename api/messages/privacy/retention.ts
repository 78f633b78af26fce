import { type SQL, sql } from 'drizzle-orm';
import { defaultRetention, type RetentionTimes } from '../../../contract/studio/privacy-kinds.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { outbox, readSharedValue, replies, storeSharedValue, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordToLog } from '../../log/index.ts';
import { isAnswerSql } from '../outbox/mail-state.ts';
import { sumCounts } from './find.ts';
import { recordPrivacyAct } from './record-act.ts';

type Table = typeof submissions | typeof outbox | typeof replies;

/** The rows of a table whose time is over. */
interface RetentionRule {
  table: Table;
  isOver: SQL;
}

// A statement with more rows could reach its time limit.
const batch = 1_000;

async function removeAll({ db }: Context, { table, isOver }: RetentionRule): Promise<number> {
  let removed = 0;
  for (;;) {
    const { rowCount } = await db.execute(
      sql`delete from ${table} where id in (select id from ${table} where ${isOver} limit ${batch})`,
    );
    removed += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) return removed;
  }
}

/**
 * Returns which rows are over, in the order of removing. A submission stays as long as the newest one that was merged
 * into it, and as long as the newest mail that the visitor answered with.
 */
function createRules({ submissionMonths, mailDays }: RetentionTimes): Record<keyof ExpiredRows, RetentionRule> {
  const limit = sql`now() - make_interval(months => ${submissionMonths})`;
  // An answer of a person is kept as long as its message.
  const isOldMail = sql`${outbox.sentAt} < now() - make_interval(days => ${mailDays})
    and (not (${isAnswerSql}) or ${outbox.submissionId} is null)
    or (${outbox.submissionId} is null and ${outbox.sentAt} is null and greatest(${outbox.createdAt}, ${outbox.dueAt}) < ${limit})`;
  const isOldSubmission = sql`${submissions.createdAt} < ${limit} and not exists (
    select from ${submissions} as newer where newer.merged_into = ${submissions.id} and newer.created_at >= ${limit})
    and not exists (
      select from ${replies} where ${replies.submissionId} = ${submissions.id} and ${replies.receivedAt} >= ${limit})`;
  // A mail without a message, for which nobody has to do anything, is kept as long as a sent mail.
  const isOldReply = sql`${replies.submissionId} is null and (${replies.receivedAt} < ${limit}
    or ((${replies.isAutomatic} or ${replies.dismissedAt} is not null) and ${replies.receivedAt} < now() - make_interval(days => ${mailDays})))`;
  return {
    submissions: { table: submissions, isOver: isOldSubmission },
    mails: { table: outbox, isOver: isOldMail },
    replies: { table: replies, isOver: isOldReply },
  };
}

/** The numbers of rows whose time is over, without the mails of removed submissions. */
export interface ExpiredRows {
  submissions: number;
  mails: number;
  replies: number;
}

/**
 * Removes submissions and mails whose retention has ended, with everything that belongs to them, and records how many
 * in the log.
 */
export function applyRetention({ db }: Context, times: RetentionTimes): Promise<ExpiredRows> {
  const rules = createRules(times);
  return db.transaction(async (tx) => {
    const ctx = { db: tx };
    const removed = {
      submissions: await removeAll(ctx, rules.submissions),
      mails: await removeAll(ctx, rules.mails),
      replies: await removeAll(ctx, rules.replies),
    };
    if (sumCounts(removed) > 0) await recordToLog(ctx, { kind: 'system.ERASE', by: null, facts: removed });
    return removed;
  });
}

/** Counts what `applyRetention` would remove. */
async function countExpiredRows({ db }: Context, times: RetentionTimes): Promise<ExpiredRows> {
  const rules = createRules(times);
  const count = ({ table, isOver }: RetentionRule) => db.$count(table, isOver);
  const [expired, mails, answers] = await Promise.all([
    count(rules.submissions),
    count(rules.mails),
    count(rules.replies),
  ]);
  return { submissions: expired, mails, replies: answers };
}

const storeKey = 'retention';

/** The durations that the operator has set in the environment. They win over those of the Studio. */
export type FixedRetention = { [N in keyof RetentionTimes]?: number | undefined };

/** Returns how long messages and mails are kept. */
export async function readRetentionTimes(ctx: Context, fixed: FixedRetention): Promise<RetentionTimes> {
  const stored = JSON.parse((await readSharedValue(ctx, storeKey)) ?? '{}') as Partial<RetentionTimes>;
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
    await storeSharedValue({ db }, storeKey, JSON.stringify(times));
    await recordPrivacyAct({ db }, 'RETENTION', caller, { ...times });
  });
  return getRetention(ctx);
}
