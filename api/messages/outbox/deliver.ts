import { eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';
import { isMailWaitingSql } from './is-mail-waiting.ts';
import { mergeMails, type OutgoingMail, type QueuedMail } from './merge-mails.ts';
import { postponeMailsOverLimit, reserveRecipientSql } from './recipient-limit.ts';

/**
 * Sends one mail to a mail server. Rejects where the server refuses the mail, with `MailServerUnreachableError` where
 * the cause is not the mail.
 */
export type SendMail = (mail: OutgoingMail) => Promise<void>;

/** The mail server does not answer or refuses the login. Such a failure does not count as an attempt of a mail. */
export class MailServerUnreachableError extends Error {
  override readonly name = 'MailServerUnreachable';
}

// Each worker holds a database connection while the mail server answers.
const workers = 4;
const mailsPerWorker = 25;
// A longer merged mail would be unreadable, and some servers would refuse its size.
const maxMergedMails = 50;
/** Seconds. */
const maxRetryDelay = 6 * 60 * 60;
// With these delays the last attempt is 63 hours after the first.
const maxAttempts = 25;

/**
 * Returns the seconds until the next attempt: 1, 2, 4 … up to 6 h. Each varies by ± 20 %, so that the mails of an
 * outage do not return all at once. Early delays are short, because most failures last seconds and visitors wait for a
 * receipt.
 */
function getRetryDelay(attempts: number): number {
  return Math.min(maxRetryDelay, 2 ** (attempts - 1)) * (0.8 + 0.4 * Math.random());
}

/**
 * Returns whether a failure is permanent in SMTP (RFC 5321, section 4.2.1). A refused sender is not: its cause is a
 * setting.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && responseCode < 600 && command !== 'MAIL FROM';
}

type Outcome = 'nothing due' | 'postponed' | 'tried' | MailServerUnreachableError;

/**
 * Returns a mail with the other mails that the recipient's limit postponed, oldest first. Waits for a worker that has
 * locked one of them. That worker cannot reserve the recipient, so it soon postpones its mail by a second.
 */
async function lockPostponedMails({ db }: Context, mail: QueuedMail): Promise<[QueuedMail, ...QueuedMail[]]> {
  if (!mail.postponed) return [mail];
  const others = await db
    .select()
    .from(outbox)
    .where(
      sql`${isMailWaitingSql} and ${outbox.postponed} and ${outbox.recipient} = ${mail.recipient}
        and ${outbox.dueAt} <= now() + interval '5 seconds' and ${outbox.id} <> ${mail.id}`,
    )
    .orderBy(outbox.id)
    .limit(maxMergedMails - 1)
    .for('update');
  return [mail, ...others].sort((a, b) => a.id - b.id) as [QueuedMail, ...QueuedMail[]];
}

/** Sends the mail that has been due longest, locked by the transaction. */
async function deliverOne({ db }: Context, send: SendMail, inbox: string): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const due = tx
      .select()
      .from(outbox)
      .where(sql`${isMailWaitingSql} and ${outbox.dueAt} <= now()`)
      .orderBy(outbox.dueAt)
      .limit(1)
      .for('update', { skipLocked: true })
      .as('due');
    const [taken] = await tx
      .select({ mail: { ...due._.selectedFields }, isReserved: reserveRecipientSql(sql`${due.recipient}`, inbox) })
      .from(due);
    if (!taken) return 'nothing due';
    const { mail, isReserved } = taken;
    if (!isReserved) {
      const inASecond = sql`now() + interval '1 second'`;
      await tx.update(outbox).set({ dueAt: inASecond }).where(eq(outbox.id, mail.id));
      return 'postponed';
    }
    const isLimited = mail.recipient.toLowerCase() !== inbox.toLowerCase();
    if (isLimited && (await postponeMailsOverLimit({ db: tx }, mail.recipient))) return 'postponed';
    const mails = await lockPostponedMails({ db: tx }, mail);
    const isOfThese = inArray(
      outbox.id,
      mails.map(({ id }) => id),
    );
    try {
      await send(mergeMails(mails));
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error);
      if (error instanceof MailServerUnreachableError) {
        await tx.update(outbox).set({ lastError }).where(eq(outbox.id, mail.id));
        return error;
      }
      const isDead = isPermanent(error) ? sql`true` : sql`${outbox.attempts} + 1 >= ${maxAttempts}`;
      await tx
        .update(outbox)
        .set({
          attempts: sql`${outbox.attempts} + 1`,
          lastError,
          dueAt: sql`now() + make_interval(secs => ${getRetryDelay(mail.attempts + 1)})`,
          deadAt: sql`case when ${isDead} then now() end`,
        })
        .where(isOfThese);
      return 'tried';
    }
    // One timestamp for all mails that were merged, because the limit counts timestamps; a subquery is evaluated once.
    const sentAt = sql`(select clock_timestamp())`;
    await tx
      .update(outbox)
      .set({ attempts: sql`${outbox.attempts} + 1`, sentAt, lastError: null })
      .where(isOfThese);
    return 'tried';
  });
}

/**
 * Sends due mails, up to 100, four at a time. Each is locked in a transaction of its own, so that several servers share
 * the work. Returns the number of attempts. An abort signal stops after the current mails.
 *
 * A refused mail is tried again with growing delays. After 25 attempts or a permanent refusal the mail is kept as a
 * dead letter. A recipient other than `inbox` gets at most 3 mails an hour and 10 a day; further mails wait and are
 * sent merged. A crash before the commit sends a mail twice; no mail is lost. Rejects with
 * `MailServerUnreachableError`, without counting an attempt.
 */
export async function deliverDueMails(
  ctx: Context,
  send: SendMail,
  { inbox, signal }: { inbox: string; signal?: AbortSignal },
): Promise<number> {
  let tried = 0;
  let unreachable: MailServerUnreachableError | null = null;
  async function work(): Promise<void> {
    for (let count = 0; count < mailsPerWorker && !unreachable && !signal?.aborted; count += 1) {
      const outcome = await deliverOne(ctx, send, inbox);
      if (outcome === 'nothing due') return;
      if (outcome instanceof MailServerUnreachableError) unreachable = outcome;
      else if (outcome === 'tried') tried += 1;
    }
  }
  // Waits for all workers, also after one fails, so that no transaction is left open.
  const ends = await Promise.allSettled(Array.from({ length: workers }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (unreachable) throw unreachable;
  return tried;
}
