import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { MailList, OutboxMail } from '../../../contract/studio/mail-operations.ts';
import { type MailFilter, type MailState, mailFilters } from '../../../contract/studio/mail-states.ts';
import type { CompanyContext, Context } from '../../context.ts';
import { createContainsPattern, outbox, submissions, users } from '../../db/index.ts';
import { readMailboxState } from '../replies/mailbox-state.ts';
import { countUnmatchedReplies } from '../replies/unmatched.ts';
import type { QueuedMail } from './delivery.ts';
import { getMailState, isMailWaitingSql } from './mail-state.ts';

const isUnsent = sql`${outbox.sentAt} is null and ${outbox.deadAt} is null`;

/** The condition of each filter. Each mail is in exactly one. */
const filterConditions: Record<MailFilter, SQL> = {
  WAITING: isMailWaitingSql,
  HELD: sql`${isUnsent} and ${outbox.held}`,
  GIVEN_UP: sql`${outbox.sentAt} is null and ${outbox.deadAt} is not null`,
  UNDELIVERED: sql`${outbox.sentAt} is not null and ${outbox.undeliveredAt} is not null`,
  SENT: sql`${outbox.sentAt} is not null and ${outbox.undeliveredAt} is null`,
};

const retriedStates: readonly MailState[] = ['GIVEN_UP', 'UNCERTAIN', 'UNDELIVERED', 'RETRYING', 'SENT'];
const untriedStates: readonly MailState[] = ['HELD', 'GIVEN_UP', 'UNCERTAIN'];

interface Facts {
  mail: QueuedMail;
  needsPerson: boolean;
  reference: string | null;
  quarantinedFor: string | null;
  author: string | null;
}

function presentMail({ mail, needsPerson, reference, quarantinedFor, author }: Facts): OutboxMail {
  const { id, recipient, subject, body, createdAt, dueAt, sentAt, attempts, lastError, undeliveredReason } = mail;
  const state = getMailState(mail);
  const at = sentAt ?? (untriedStates.includes(state) ? null : dueAt);
  return {
    ...{ id, state, recipient, subject, text: body, attempts, needsPerson, reference },
    // The name beside the address says who wrote it, also after the user is gone.
    author: author ?? mail.fromName,
    createdAt: createdAt.toISOString(),
    at: at?.toISOString() ?? null,
    heldFor: state !== 'HELD' ? null : quarantinedFor === null ? 'RESTORE' : 'QUARANTINE',
    // The text of an uncertain mail is the site's own.
    reason: state === 'UNCERTAIN' ? null : (undeliveredReason ?? lastError),
    canRetry: retriedStates.includes(state),
  };
}

/** Returns how many mails each filter shows. */
async function countMails({ db }: Context): Promise<Record<MailFilter, number>> {
  const counts = await Promise.all(
    mailFilters.map(async (filter) => [filter, await db.$count(outbox, filterConditions[filter])] as const),
  );
  return Object.fromEntries(counts) as Record<MailFilter, number>;
}

/** The attempts after which a refused mail needs a person. Greylisting refuses the first attempts only. */
const manyAttempts = 3;

const isRefusedSql = sql`(${isMailWaitingSql} and ${outbox.attempts} >= ${manyAttempts})`;
const needsPersonSql = sql<boolean>`(${filterConditions.GIVEN_UP} or ${filterConditions.UNDELIVERED} or ${isRefusedSql})`;

/** Returns how many mails need a person. */
export async function countOutbox(ctx: Context) {
  return {
    refused: await ctx.db.$count(outbox, isRefusedSql),
    givenUp: await ctx.db.$count(outbox, filterConditions.GIVEN_UP),
    undelivered: await ctx.db.$count(outbox, filterConditions.UNDELIVERED),
    unmatched: await countUnmatchedReplies(ctx),
  };
}

/**
 * Returns the reasons for which the delivery of two or more mails was given up. Answers with an uncertain delivery are
 * left out, because a person must decide about each.
 */
async function listReasons({ db }: Context): Promise<MailList['reasons']> {
  const rows = await db
    .select({ reason: outbox.lastError, count: count() })
    .from(outbox)
    .where(and(filterConditions.GIVEN_UP, isNull(outbox.handedOverAt), isNotNull(outbox.lastError)))
    .groupBy(outbox.lastError)
    .having(sql`count(*) > 1`)
    .orderBy(desc(count()))
    .limit(5);
  return rows.map((row) => ({ ...row, reason: row.reason ?? '' }));
}

/**
 * Lists the mails of the outbox: first those that need a person, then the waiting ones by the time of their next
 * attempt, then the sent ones, newest first. Also returns the number of mails in each filter.
 */
export async function listMails(
  ctx: CompanyContext,
  { state, q, page, size }: { state?: MailFilter | undefined; q: string; page: number; size: number },
): Promise<MailList> {
  const { db } = ctx;
  const pattern = createContainsPattern(q);
  const where = and(
    state && filterConditions[state],
    q === ''
      ? undefined
      : sql`(${outbox.recipient} ilike ${pattern} or ${outbox.subject} ilike ${pattern} or ${submissions.reference} = ${q.toUpperCase()})`,
  );
  const about = eq(submissions.id, outbox.submissionId);
  const isRestored = sql`${outbox.held} and ${isUnsent} and not coalesce(${submissions.quarantinedFor} is not null, false)`;
  const [rows, [total], [restored], counts, reasons, mailbox] = await Promise.all([
    db
      .select({
        mail: outbox,
        needsPerson: needsPersonSql,
        reference: submissions.reference,
        quarantinedFor: submissions.quarantinedFor,
        author: users.name,
      })
      .from(outbox)
      .leftJoin(submissions, about)
      .leftJoin(users, eq(users.id, outbox.writtenBy))
      .where(where)
      .orderBy(
        sql`case when ${needsPersonSql} then 0 when ${outbox.sentAt} is null then 1 else 2 end`,
        sql`case when ${isMailWaitingSql} then ${outbox.dueAt} end`,
        desc(outbox.id),
      )
      .limit(size)
      .offset(page * size),
    db.select({ total: count() }).from(outbox).leftJoin(submissions, about).where(where),
    db.select({ total: count() }).from(outbox).leftJoin(submissions, about).where(isRestored),
    countMails(ctx),
    listReasons(ctx),
    readMailboxState(ctx),
  ]);
  return {
    items: rows.map(presentMail),
    total: total?.total ?? 0,
    ...{ page, size, counts, reasons, mailbox },
    restored: restored?.total ?? 0,
    isSent: ctx.company.sendsMail,
  };
}
