import { type SQL, sql } from 'drizzle-orm';
import type { RetentionTimes } from '../../../contract/studio/privacy-kinds.ts';
import type { Context } from '../../context.ts';
import { outbox, replies, submissions } from '../../db/index.ts';
import { isAnswerSql } from '../outbox/is-mail-waiting.ts';

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

/** Removes submissions and mails whose retention has ended, with everything that belongs to them. */
export async function applyRetention(ctx: Context, times: RetentionTimes): Promise<ExpiredRows> {
  const rules = createRules(times);
  return {
    submissions: await removeAll(ctx, rules.submissions),
    mails: await removeAll(ctx, rules.mails),
    replies: await removeAll(ctx, rules.replies),
  };
}

/** Counts what `applyRetention` would remove. */
export async function countExpiredRows({ db }: Context, times: RetentionTimes): Promise<ExpiredRows> {
  const rules = createRules(times);
  const count = ({ table, isOver }: RetentionRule) => db.$count(table, isOver);
  const [expired, mails, answers] = await Promise.all([
    count(rules.submissions),
    count(rules.mails),
    count(rules.replies),
  ]);
  return { submissions: expired, mails, replies: answers };
}
