import { sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { outbox } from '../db/tables.ts';

/** Hands one mail to a mail server; rejects where the server does not take it. */
export type SendMail = (mail: typeof outbox.$inferSelect) => Promise<void>;

const batch = 10;
const longestPause = 6 * 60 * 60;
const giveUpAfter = 20;

/** SMTP's permanent failures (RFC 5321, section 4.2.1): the same mail will be refused again. */
function isPermanent(error: unknown): boolean {
  const { responseCode } = error as { responseCode?: number };
  return responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}

/**
 * Sends what is due, up to 10 mails, each locked by the transaction that sends it, so that several servers share the
 * work. A refused mail is tried again after 30 s, 60 s, 120 s … up to 6 h; after 20 tries, or a permanent refusal, it is
 * kept as dead. A crash between the mail server's yes and our commit sends a mail twice; nothing sends it less than once.
 * Answers how many were tried.
 */
export async function deliverDue({ db }: Context, send: SendMail): Promise<number> {
  let tried = 0;
  while (tried < batch) {
    const isDone = await db.transaction(async (tx) => {
      const [mail] = await tx
        .select()
        .from(outbox)
        .where(
          sql`${outbox.sentAt} is null and ${outbox.deadAt} is null and not ${outbox.held} and ${outbox.dueAt} <= now()`,
        )
        .orderBy(outbox.dueAt)
        .limit(1)
        .for('update', { skipLocked: true });
      if (!mail) return true;
      const attempts = mail.attempts + 1;
      const isThis = sql`${outbox.id} = ${mail.id}`;
      try {
        await send(mail);
        await tx.update(outbox).set({ attempts, sentAt: sql`now()`, lastError: null }).where(isThis);
      } catch (error) {
        const lastError = error instanceof Error ? error.message : String(error);
        const pause = Math.min(longestPause, 30 * 2 ** (attempts - 1));
        const isDead = isPermanent(error) || attempts >= giveUpAfter;
        await tx
          .update(outbox)
          .set({
            attempts,
            lastError,
            dueAt: sql`now() + make_interval(secs => ${pause})`,
            ...(isDead ? { deadAt: sql`now()` } : {}),
          })
          .where(isThis);
      }
      return false;
    });
    if (isDone) break;
    tried += 1;
  }
  return tried;
}
