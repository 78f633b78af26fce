import { eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox } from '../db/tables.ts';
import { mergeMails, type OutgoingMail, type QueuedMail } from './merge-mails.ts';
import { postponeOverLimit, reserveRecipient } from './recipient-limit.ts';
import { isWaiting } from './waiting.ts';

/**
 * Hands one mail to a mail server; rejects where the server does not take it, with `MailServerUnreachable` where that
 * has nothing to do with the mail.
 */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** The mail server does not answer, or does not let us in: no mail's fault, so no mail's try. */
export class MailServerUnreachable extends Error {
  override readonly name = 'MailServerUnreachable';
}

// Each holds a connection to the database while the mail server thinks.
const workers = 4;
const perWorker = 25;
// A mail that holds more is too long to be read, and may be too large to be taken.
const mergedAtOnce = 50;
const longestPause = 6 * 60 * 60;
// With these pauses the last try is 63 hours after the first.
const giveUpAfter = 25;

/**
 * Seconds until the next try: 1, 2, 4 … up to 6 h, each a fifth more or less, so that the mails of one outage do not come
 * back all at once. Short at first, for most refusals are over in seconds and people wait for a receipt.
 */
function pauseAfter(attempts: number): number {
  return Math.min(longestPause, 2 ** (attempts - 1)) * (0.8 + 0.4 * Math.random());
}

/**
 * SMTP's permanent failures (RFC 5321, section 4.2.1): the same mail will be refused again. A refused sender is no such
 * one, for it is a matter of settings.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && responseCode < 600 && command !== 'MAIL FROM';
}

type Outcome = 'nothing due' | 'postponed' | 'tried' | MailServerUnreachable;

/**
 * Returns a mail with the others that waited for the limit of its recipient, oldest first. Waits for a worker that took one of
 * them and makes it due a second later, because the recipient is reserved: it holds the row for no longer than that.
 */
async function withPostponed({ db }: Context, mail: QueuedMail): Promise<[QueuedMail, ...QueuedMail[]]> {
  if (!mail.postponed) return [mail];
  const others = await db
    .select()
    .from(outbox)
    .where(
      sql`${isWaiting} and ${outbox.postponed} and ${outbox.recipient} = ${mail.recipient}
        and ${outbox.dueAt} <= now() + interval '5 seconds' and ${outbox.id} <> ${mail.id}`,
    )
    .orderBy(outbox.id)
    .limit(mergedAtOnce - 1)
    .for('update');
  return [mail, ...others].sort((a, b) => a.id - b.id) as [QueuedMail, ...QueuedMail[]];
}

/** Takes the mail that is due longest, locked by the transaction that sends it. */
async function deliverOne({ db }: Context, send: SendMail, inbox: string): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const due = tx
      .select()
      .from(outbox)
      .where(sql`${isWaiting} and ${outbox.dueAt} <= now()`)
      .orderBy(outbox.dueAt)
      .limit(1)
      .for('update', { skipLocked: true })
      .as('due');
    const [taken] = await tx
      .select({ mail: { ...due._.selectedFields }, isReserved: reserveRecipient(sql`${due.recipient}`, inbox) })
      .from(due);
    if (!taken) return 'nothing due';
    const { mail, isReserved } = taken;
    if (!isReserved) {
      const inASecond = sql`now() + interval '1 second'`;
      await tx.update(outbox).set({ dueAt: inASecond }).where(eq(outbox.id, mail.id));
      return 'postponed';
    }
    const isLimited = mail.recipient.toLowerCase() !== inbox.toLowerCase();
    if (isLimited && (await postponeOverLimit({ db: tx }, mail.recipient))) return 'postponed';
    const mails = await withPostponed({ db: tx }, mail);
    const areThese = inArray(
      outbox.id,
      mails.map(({ id }) => id),
    );
    try {
      await send(mergeMails(mails));
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error);
      if (error instanceof MailServerUnreachable) {
        await tx.update(outbox).set({ lastError }).where(eq(outbox.id, mail.id));
        return error;
      }
      const isDead = isPermanent(error) ? sql`true` : sql`${outbox.attempts} + 1 >= ${giveUpAfter}`;
      await tx
        .update(outbox)
        .set({
          attempts: sql`${outbox.attempts} + 1`,
          lastError,
          dueAt: sql`now() + make_interval(secs => ${pauseAfter(mail.attempts + 1)})`,
          deadAt: sql`case when ${isDead} then now() end`,
        })
        .where(areThese);
      return 'tried';
    }
    // One moment for all that left as one mail, by which the recipient's limit counts them; a subquery is evaluated once.
    const sentAt = sql`(select clock_timestamp())`;
    await tx
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1`, sentAt, lastError: null })
      .where(areThese);
    return 'tried';
  });
}

/**
 * Sends what is due, up to 100 mails, four at a time, each in a transaction of its own that locks it, so that several
 * servers share the work. A refused mail is tried again after growing pauses; after 25 tries, or a permanent refusal, it is
 * kept as dead. A recipient other than the company's own `inbox` is sent at most 3 mails an hour and 10 a day; further
 * mails wait and leave merged into one; none is dropped. A crash between the mail server's acceptance and our commit sends a
 * mail twice; no mail is lost.
 * Answers how many were tried. Rejects with `MailServerUnreachable`, no mail's tries used up, where there is no server to
 * try. A signal ends it after the mails under way.
 */
export async function deliverDue(
  ctx: Context,
  send: SendMail,
  { inbox, signal }: { inbox: string; signal?: AbortSignal },
): Promise<number> {
  let tried = 0;
  let unreachable: MailServerUnreachable | null = null;
  async function work(): Promise<void> {
    for (let count = 0; count < perWorker && !unreachable && !signal?.aborted; count += 1) {
      const outcome = await deliverOne(ctx, send, inbox);
      if (outcome === 'nothing due') return;
      if (outcome instanceof MailServerUnreachable) unreachable = outcome;
      else if (outcome === 'tried') tried += 1;
    }
  }
  // All are waited for, also where one fails: what is under way is never left alone.
  const ends = await Promise.allSettled(Array.from({ length: workers }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (unreachable) throw unreachable;
  return tried;
}
