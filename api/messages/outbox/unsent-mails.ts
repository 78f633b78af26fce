import { and, asc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';

/** One mail by its id, one that was sent already, all dead letters, or those with the same last error. */
type MailsToRetry = number | 'all-dead' | { reason: string } | { sent: number };

function createRetrySql(which: MailsToRetry): SQL {
  const isDeadForSure = sql`${outbox.sentAt} is null and ${outbox.deadAt} is not null and ${outbox.handedOverAt} is null`;
  if (which === 'all-dead') return isDeadForSure;
  // Wanted by a person who knows that it was sent. A mail that is being sent at this moment does not match.
  if (typeof which === 'object' && 'sent' in which)
    return sql`${outbox.id} = ${which.sent} and ${outbox.sentAt} is not null`;
  if (typeof which === 'object') return sql`${isDeadForSure} and ${outbox.lastError} = ${which.reason}`;
  return sql`${outbox.id} = ${which} and (${outbox.undeliveredAt} is not null
    or ${outbox.sentAt} is null and (${outbox.deadAt} is not null or ${outbox.handedOverAt} is null))`;
}

/**
 * Makes mails due now; the attempts of mails that were sent or given up count anew. Held mails are left alone. Answers
 * that the mail server may have taken, and mails that were sent, are sent again only by their id, because a person must
 * decide about each. Returns how many mails are due now.
 */
export async function retryMails({ db }: Context, which: MailsToRetry): Promise<number> {
  const again = { deadAt: null, sentAt: null, handedOverAt: null, undeliveredAt: null, undeliveredReason: null };
  const { rowCount } = await db
    .update(outbox)
    .set({
      ...again,
      attempts: sql`case when ${outbox.sentAt} is null and ${outbox.deadAt} is null then ${outbox.attempts} else 0 end`,
      dueAt: sql`now()`,
    })
    .where(and(eq(outbox.held, false), createRetrySql(which)));
  return rowCount ?? 0;
}

const batch = 500;

/** Lists the mails that were not sent or not delivered, oldest first, in batches. */
export async function* listUnsentMails({ db }: Context): AsyncGenerator<typeof outbox.$inferSelect> {
  let after = 0;
  for (;;) {
    const mails = await db
      .select()
      .from(outbox)
      .where(and(or(isNull(outbox.sentAt), isNotNull(outbox.undeliveredAt)), gt(outbox.id, after)))
      .orderBy(asc(outbox.id))
      .limit(batch);
    yield* mails;
    const last = mails.at(-1);
    if (!last || mails.length < batch) return;
    after = last.id;
  }
}

/**
 * Releases the mails that a restore has held. Mails of quarantined submissions stay held. Returns how many mails are
 * released.
 */
export async function releaseRestoredMails({ db }: Context): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update outbox set held = false
    where held and sent_at is null
      and not exists (select from submissions s where s.id = outbox.submission_id and s.quarantined_for is not null)`);
  return rowCount ?? 0;
}
