import { eq } from 'drizzle-orm';
import type { MessageActKind } from '../../../contract/studio/message-kinds.ts';
import type { Context } from '../../context.ts';
import { type MessageFields, messageActs, submissions } from '../../db/index.ts';

/** Something that was done with a message, for the record. */
export interface NewMessageAct {
  submissionId: number;
  kind: MessageActKind;
  /** The id of the user; null: the command line, or the server itself. */
  doneBy: number | null;
  /** Equal for the messages of one bulk act. */
  groupId?: string;
  before?: MessageFields;
  after?: MessageFields;
  text?: string;
}

/** Adds to the record of messages. It is the only place that does. Call in the transaction of the change. */
export async function recordMessageActs({ db }: Context, acts: readonly NewMessageAct[]): Promise<void> {
  if (acts.length > 0) await db.insert(messageActs).values([...acts]);
}

/**
 * Notes that the visitor wrote again: the message is unread for everyone, and the company has to act, also if the
 * message was closed. Call in the transaction that stores what the visitor wrote.
 */
export async function reopenForVisitor(ctx: Context, submissionId: number): Promise<void> {
  const [before] = await ctx.db
    .select({ closedAt: submissions.closedAt, waitingSince: submissions.waitingSince })
    .from(submissions)
    .where(eq(submissions.id, submissionId))
    .for('no key update');
  if (!before) return;
  const open = { closedAt: null, waitingSince: null };
  await ctx.db
    .update(submissions)
    .set({ ...open, heardAt: new Date() })
    .where(eq(submissions.id, submissionId));
  if (!before.closedAt && !before.waitingSince) return;
  const { closedAt, waitingSince } = before;
  const was = { closedAt: closedAt?.toISOString() ?? null, waitingSince: waitingSince?.toISOString() ?? null };
  await recordMessageActs(ctx, [{ submissionId, kind: 'REOPEN', doneBy: null, before: was, after: open }]);
}
