import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox } from '../db/tables.ts';
import { isWaiting } from './waiting.ts';

/**
 * Hands one mail to a mail server; rejects where the server does not take it, with `MailServerUnreachable` where that
 * has nothing to do with the mail.
 */
export type SendMail = (mail: typeof outbox.$inferSelect) => Promise<void>;

/** The mail server does not answer, or does not let us in: no mail's fault, so no mail's try. */
export class MailServerUnreachable extends Error {
  override readonly name = 'MailServerUnreachable';
}

// Each holds a connection to the database while the mail server thinks.
const workers = 4;
const perWorker = 25;
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

type Outcome = 'nothing due' | 'tried' | MailServerUnreachable;

/** Takes the mail that is due longest, locked by the transaction that sends it. */
async function deliverOne({ db }: Context, send: SendMail): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(outbox)
      .where(sql`${isWaiting} and ${outbox.dueAt} <= now()`)
      .orderBy(outbox.dueAt)
      .limit(1)
      .for('update', { skipLocked: true });
    if (!mail) return 'nothing due';
    const isThis = sql`${outbox.id} = ${mail.id}`;
    const attempts = mail.attempts + 1;
    try {
      await send(mail);
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error);
      if (error instanceof MailServerUnreachable) {
        await tx.update(outbox).set({ lastError }).where(isThis);
        return error;
      }
      const isDead = isPermanent(error) || attempts >= giveUpAfter;
      await tx
        .update(outbox)
        .set({
          attempts,
          lastError,
          dueAt: sql`now() + make_interval(secs => ${pauseAfter(attempts)})`,
          ...(isDead ? { deadAt: sql`now()` } : {}),
        })
        .where(isThis);
      return 'tried';
    }
    await tx.update(outbox).set({ attempts, sentAt: sql`now()`, lastError: null }).where(isThis);
    return 'tried';
  });
}

/**
 * Sends what is due, up to 100 mails, four at a time, each in a transaction of its own that locks it, so that several
 * servers share the work. A refused mail is tried again after growing pauses; after 25 tries, or a permanent refusal, it is
 * kept as dead. A crash between the mail server's yes and our commit sends a mail twice; nothing sends it less than once.
 * Answers how many were tried. Rejects with `MailServerUnreachable`, no mail's tries used up, where there is no server to
 * try. A signal ends it after the mails under way.
 */
export async function deliverDue(ctx: Context, send: SendMail, signal?: AbortSignal): Promise<number> {
  let tried = 0;
  let unreachable: MailServerUnreachable | null = null;
  async function work(): Promise<void> {
    for (let count = 0; count < perWorker && !unreachable && !signal?.aborted; count += 1) {
      const outcome = await deliverOne(ctx, send);
      if (outcome === 'nothing due') return;
      if (outcome instanceof MailServerUnreachable) unreachable = outcome;
      else tried += 1;
    }
  }
  // All are waited for, also where one fails: what is under way is never left alone.
  const ends = await Promise.allSettled(Array.from({ length: workers }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  if (unreachable) throw unreachable;
  return tried;
}
