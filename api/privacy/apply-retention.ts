import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox, submissions } from '../db/tables.ts';

export interface RetentionTimes {
  /** Months for which a submission is kept, and mails that were never sent. */
  submissionMonths: number;
  /** Days for which a mail is kept after it was sent. */
  mailDays: number;
}

// Few enough that no statement comes near its time limit.
const batch = 1_000;

async function removeAll({ db }: Context, table: typeof submissions | typeof outbox, isOver: SQL): Promise<number> {
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
 * Removes what was kept for long enough, with all that belongs to it; answers how many rows of each table, mails of removed
 * submissions not counted. A submission that others were merged into stays as long as the newest of them.
 */
export async function applyRetention(
  ctx: Context,
  { submissionMonths, mailDays }: RetentionTimes,
): Promise<{ submissions: number; mails: number }> {
  const limit = sql`now() - make_interval(months => ${submissionMonths})`;
  const isOldMail = sql`${outbox.sentAt} < now() - make_interval(days => ${mailDays})
    or (${outbox.submissionId} is null and ${outbox.sentAt} is null and greatest(${outbox.createdAt}, ${outbox.dueAt}) < ${limit})`;
  const isOldSubmission = sql`${submissions.createdAt} < ${limit} and not exists (
    select from ${submissions} as newer where newer.merged_into = ${submissions.id} and newer.created_at >= ${limit})`;
  return {
    submissions: await removeAll(ctx, submissions, isOldSubmission),
    mails: await removeAll(ctx, outbox, isOldMail),
  };
}
