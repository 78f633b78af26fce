import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox, replies, submissions } from '../../db/index.ts';

export interface RetentionTimes {
  /** Months for which submissions, and mails that were never sent, are kept. */
  submissionMonths: number;
  /** Days for which a sent mail is kept. */
  mailDays: number;
}

// A statement with more rows could reach its time limit.
const batch = 1_000;

async function removeAll(
  { db }: Context,
  table: typeof submissions | typeof outbox | typeof replies,
  isOver: SQL,
): Promise<number> {
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
 * Removes submissions and mails whose retention has ended, with everything that belongs to them. Returns the number of
 * rows for each table, without the mails of removed submissions. A submission stays as long as the newest one that was
 * merged into it, and as long as the newest mail that the visitor answered with.
 */
export async function applyRetention(
  ctx: Context,
  { submissionMonths, mailDays }: RetentionTimes,
): Promise<{ submissions: number; mails: number; replies: number }> {
  const limit = sql`now() - make_interval(months => ${submissionMonths})`;
  const isOldMail = sql`${outbox.sentAt} < now() - make_interval(days => ${mailDays})
    or (${outbox.submissionId} is null and ${outbox.sentAt} is null and greatest(${outbox.createdAt}, ${outbox.dueAt}) < ${limit})`;
  const isOldSubmission = sql`${submissions.createdAt} < ${limit} and not exists (
    select from ${submissions} as newer where newer.merged_into = ${submissions.id} and newer.created_at >= ${limit})
    and not exists (
      select from ${replies} where ${replies.submissionId} = ${submissions.id} and ${replies.receivedAt} >= ${limit})`;
  // A mail without a message, for which nobody has to do anything, is kept as long as a sent mail.
  const isOldReply = sql`${replies.submissionId} is null and (${replies.receivedAt} < ${limit}
    or ((${replies.isAutomatic} or ${replies.dismissedAt} is not null) and ${replies.receivedAt} < now() - make_interval(days => ${mailDays})))`;
  return {
    submissions: await removeAll(ctx, submissions, isOldSubmission),
    mails: await removeAll(ctx, outbox, isOldMail),
    replies: await removeAll(ctx, replies, isOldReply),
  };
}
