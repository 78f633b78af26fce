import { eq, inArray, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';
import { deliverAnswer } from './deliver-answer.ts';
import {
  type DeliveryOutcome,
  getRetryDelay,
  isPermanent,
  MailServerUnreachableError,
  type MergedWords,
  maxAttempts,
  mergeMails,
  type QueuedMail,
  type SendMail,
} from './delivery.ts';
import { isAnswerSql, isMailWaitingSql } from './mail-state.ts';
import { postponeMailsOverLimit, reserveRecipientSql } from './recipient-limit.ts';

// Each worker holds a database connection while the mail server answers.
const workers = 4;
const mailsPerWorker = 25;
// A longer merged mail would be unreadable, and some servers would refuse its size.
const maxMergedMails = 50;
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
      sql`${isMailWaitingSql} and not (${isAnswerSql}) and ${outbox.postponed} and ${outbox.recipient} = ${mail.recipient}
        and ${outbox.dueAt} <= now() + interval '5 seconds' and ${outbox.id} <> ${mail.id}`,
    )
    .orderBy(outbox.id)
    .limit(maxMergedMails - 1)
    .for('update');
  return [mail, ...others].sort((a, b) => a.id - b.id) as [QueuedMail, ...QueuedMail[]];
}

interface Delivery {
  /** The address of the company, which has no limit. */
  inbox: string;
  /** The words of a mail that holds several; those of the product by default. */
  words?: MergedWords;
}

/** Sends the mail of the site that has been due longest, locked by the transaction. */
async function deliverOne({ db }: Context, send: SendMail, { inbox, words }: Delivery): Promise<DeliveryOutcome> {
  return db.transaction(async (tx) => {
    const due = tx
      .select()
      .from(outbox)
      .where(sql`${isMailWaitingSql} and not (${isAnswerSql}) and ${outbox.dueAt} <= now()`)
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
    let messageId: string | undefined;
    try {
      messageId = await send(mergeMails(mails, words));
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
      .set({ attempts: sql`${outbox.attempts} + 1`, sentAt, lastError: null, messageId: messageId ?? null })
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
 * sent merged. A crash before the commit sends a mail of the site twice, and an answer of a person never
 * (`deliver-answer.ts`); no mail is lost. Rejects with `MailServerUnreachableError`, without counting an attempt.
 */
export async function deliverDueMails(
  ctx: Context,
  send: SendMail,
  { signal, ...delivery }: Delivery & { signal?: AbortSignal },
): Promise<number> {
  let tried = 0;
  let unreachable: MailServerUnreachableError | null = null;
  async function work(): Promise<void> {
    for (let count = 0; count < mailsPerWorker && !unreachable && !signal?.aborted; count += 1) {
      const answer = await deliverAnswer(ctx, send);
      const outcome = answer === 'nothing due' ? await deliverOne(ctx, send, delivery) : answer;
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
