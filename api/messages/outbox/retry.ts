import { eq } from 'drizzle-orm';
import type { Caller, Context } from '../../context.ts';
import { outbox } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { runAsActor } from '../../people/index.ts';
import { recordMessageActs } from '../inbox/acts.ts';
import { releaseRestoredMails as release, retryMails as retry } from './unsent-mails.ts';

/**
 * Sends a mail again; the message of an answer says so. `conflict` for a mail that is held or gone, and for one that
 * was sent unless the user knew that (`isSent`).
 */
export async function retryMail(
  ctx: Context,
  { id, isSent }: { id: number; isSent: boolean },
  caller: Caller,
): Promise<{ recipient: string }> {
  return runAsActor(ctx, caller, 'answer-messages', async (tx, { userId }) => {
    const count = await retry(tx, isSent ? { sent: id } : id);
    const { recipient, submissionId, fromName } = outbox;
    const [mail] = await tx.db.select({ recipient, submissionId, fromName }).from(outbox).where(eq(outbox.id, id));
    if (count === 0 || !mail)
      throw new ApiError('conflict', 'This e-mail was sent, is held with its message, or is not kept any more.');
    if (mail.fromName !== null && mail.submissionId !== null)
      await recordMessageActs(tx, [
        { submissionId: mail.submissionId, kind: 'SETTLE', doneBy: userId, text: 'SEND_AGAIN' },
      ]);
    return { recipient: mail.recipient };
  });
}

/** Sends all mails again whose delivery was given up for the same reason. */
export async function retryMails(ctx: Context, which: { reason: string }, caller: Caller): Promise<{ count: number }> {
  return runAsActor(ctx, caller, 'answer-messages', async (tx) => ({ count: await retry(tx, which) }));
}

export async function releaseRestoredMails(
  ctx: Context,
  _: Record<never, never>,
  caller: Caller,
): Promise<{ count: number }> {
  return runAsActor(ctx, caller, 'answer-messages', async (tx) => ({ count: await release(tx) }));
}
