import { and, asc, count, eq, isNotNull, sql } from 'drizzle-orm';
import type { MessageWork, UpcomingConsultation } from '../../../contract/studio/today-operations.ts';
import type { CompanyContext, Context } from '../../context.ts';
import { consultations, submissions } from '../../db/index.ts';
import { countOutbox } from '../outbox/list-mails.ts';
import { getOutboxState } from '../outbox/mail-state.ts';
import { readMailboxState } from '../replies/mailbox-state.ts';
import { excerptSql, isRootSql, stateConditions } from './select-messages.ts';

/** Condition: the message needs a person. */
const isOpen = and(isRootSql, stateConditions.OPEN);

/** Returns the messages and mails that need a person: the open messages that have waited longest, and counts. */
export async function listMessageWork(ctx: CompanyContext, limit: number, userId: number): Promise<MessageWork> {
  const { db } = ctx;
  const { reference, kind, name, heardAt } = submissions;
  const [oldest, [open], mine, [quarantined], { waiting, oldestDueSeconds, dead }, outbox, mailbox] = await Promise.all(
    [
      db
        .select({ reference, kind, name, excerpt: excerptSql, heardAt })
        .from(submissions)
        .where(isOpen)
        .orderBy(asc(heardAt), asc(submissions.id))
        .limit(limit),
      db.select({ open: count() }).from(submissions).where(isOpen),
      db.$count(submissions, and(isOpen, eq(submissions.assignedTo, userId))),
      db.select({ quarantined: count() }).from(submissions).where(isNotNull(submissions.quarantinedFor)),
      getOutboxState(ctx),
      countOutbox(ctx),
      readMailboxState(ctx),
    ],
  );
  return {
    open: open?.open ?? 0,
    quarantined: quarantined?.quarantined ?? 0,
    mine,
    oldest: oldest.map(({ heardAt: at, ...message }) => ({ ...message, receivedAt: at.toISOString() })),
    mails: {
      isSent: ctx.company.sendsMail,
      ...{ waiting, oldestDueSeconds, dead },
      refused: outbox.refused,
      undelivered: outbox.undelivered,
      unmatched: outbox.unmatched,
      mailboxError: mailbox?.error ?? null,
    },
  };
}

/** Returns the consultations of the next seven days, in the order of time. */
export async function listUpcomingConsultations({ db }: Context, limit: number): Promise<UpcomingConsultation[]> {
  const begin = sql`lower(${consultations.during})`;
  const rows = await db
    .select({
      id: consultations.id,
      name: submissions.name,
      start: sql<string>`${begin}`.mapWith((text) => new Date(text).toISOString()),
      end: sql<string>`upper(${consultations.during})`.mapWith((text) => new Date(text).toISOString()),
      isUnconfirmed: sql<boolean>`${consultations.status} = 'UNCONFIRMED'`,
    })
    .from(consultations)
    .innerJoin(submissions, eq(submissions.id, consultations.submissionId))
    .where(
      sql`upper(${consultations.during}) > now() and ${begin} < now() + interval '7 days'
        and (${consultations.status} = 'BOOKED' or ${consultations.status} = 'UNCONFIRMED' and ${consultations.heldUntil} > now())`,
    )
    .orderBy(begin)
    .limit(limit);
  return rows;
}
