import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Caller, Context } from '../../context.ts';
import { files, replies, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { runAsActor } from '../../people/index.ts';
import { reopenForVisitor } from '../inbox/record-act.ts';

/** Returns the id of the message with a reference, or of the one that it was merged into. */
async function findMessage({ db }: Context, reference: string): Promise<number> {
  const [message] = await db
    .select({ id: sql<number>`coalesce(${submissions.mergedInto}, ${submissions.id})`.mapWith(Number) })
    .from(submissions)
    .where(eq(submissions.reference, reference));
  if (!message)
    throw new ApiError('unprocessable', 'The mail was not added.', [
      { path: 'reference', message: 'is the reference of no message' },
    ]);
  return message.id;
}

/**
 * Adds a mail without a message to the message with a reference, which opens again unless a program sent the mail; or
 * takes a mail out of its message. Later mails that answer it then belong to the same message. `unprocessable` for an
 * unknown reference, `conflict` if somebody else has added the mail meanwhile.
 */
export async function assignReply(
  ctx: Context,
  { id, reference }: { id: number; reference: string | null },
  caller: Caller,
): Promise<{ reference: string | null }> {
  return runAsActor(ctx, caller, 'answer-messages', async (tx, { userId: handledBy }) => {
    const submissionId = reference === null ? null : await findMessage(tx, reference);
    const [moved] = await tx.db
      .update(replies)
      .set({ submissionId, handledBy, dismissedAt: null })
      .where(and(eq(replies.id, id), submissionId === null ? undefined : isNull(replies.submissionId)))
      .returning({ isAutomatic: replies.isAutomatic });
    if (!moved)
      throw new ApiError('conflict', 'Somebody has added this mail to a message, or it is not kept any more.');
    await tx.db.update(files).set({ submissionId }).where(eq(files.replyId, id));
    if (submissionId !== null && !moved.isAutomatic) await reopenForVisitor(tx, submissionId);
    return { reference };
  });
}

/** Says that a mail without a message needs nothing, or takes that back. `conflict` if it has a message. */
export async function dismissReply(
  ctx: Context,
  { id, isDismissed }: { id: number; isDismissed: boolean },
  caller: Caller,
): Promise<{ id: number }> {
  return runAsActor(ctx, caller, 'answer-messages', async ({ db }, { userId: handledBy }) => {
    const [changed] = await db
      .update(replies)
      .set({ dismissedAt: isDismissed ? sql`now()` : null, handledBy })
      .where(and(eq(replies.id, id), isNull(replies.submissionId)))
      .returning({ id: replies.id });
    if (!changed) throw new ApiError('conflict', 'Somebody has added this mail to a message meanwhile.');
    return changed;
  });
}
