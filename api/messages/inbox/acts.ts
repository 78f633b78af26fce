import { eq, inArray } from 'drizzle-orm';
import { isolateText } from '../../../contract/content/text-direction.ts';
import type { MessageActKind } from '../../../contract/studio/message-kinds.ts';
import { getMessagePath } from '../../../contract/studio/paths.ts';
import type { ChosenWebhookEvent } from '../../../contract/studio/webhook-events.ts';
import type { Context } from '../../context.ts';
import { type MessageFields, messageActs, submissions } from '../../db/index.ts';
import { recordToLog } from '../../log/index.ts';
import { recordWebhookEvent } from '../../webhooks/index.ts';

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

/** What webhooks are told of an act. Changes of consultations are told where they are made, by visitors too. */
const messageEvents: Partial<Record<MessageActKind, ChosenWebhookEvent>> = {
  ASSIGN: 'message.changed',
  STATUS: 'message.changed',
  TAG: 'message.changed',
  SPAM: 'message.changed',
  MERGE: 'message.changed',
  REOPEN: 'message.changed',
  ANSWER: 'message.answered',
};

/** Adds to the record of messages. It is the only place that does. Call in the transaction of the change. */
export async function recordMessageActs({ db }: Context, acts: readonly NewMessageAct[]): Promise<void> {
  if (acts.length === 0) return;
  await db.insert(messageActs).values([...acts]);
  const { id, reference } = submissions;
  const ids = acts.map(({ submissionId }) => submissionId);
  const rows = await db.select({ id, reference }).from(submissions).where(inArray(id, ids));
  const references = new Map(rows.map((row) => [row.id, row.reference]));
  await recordToLog(
    { db },
    ...acts.map(({ kind, doneBy, submissionId }) => ({
      kind: `message.${kind}` as const,
      by: doneBy,
      id: references.get(submissionId) ?? null,
      ...(kind === 'REOPEN' && { facts: { via: 'visitor' } }),
    })),
  );
  for (const { kind, submissionId } of acts) {
    const [event, found] = [messageEvents[kind], references.get(submissionId)];
    if (event && found) await recordWebhookEvent({ db }, event, { reference: found, path: getMessagePath(found) });
  }
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

interface ActFacts {
  kind: MessageActKind;
  before: MessageFields;
  after: MessageFields;
  doneBy: number | null;
  text: string;
}

/** Returns the state that an act gave a message, as the end of a sentence. */
function describeState({ closedAt, waitingSince }: MessageFields): string {
  if (closedAt) return 'marked it as done';
  return waitingSince ? 'set it to waiting for the visitor' : 'opened it again';
}

function describeTags({ before, after }: ActFacts): string {
  const [old = [], now = []] = [before.tags, after.tags];
  const write = (tags: string[]) => tags.map((tag) => `“${isolateText(tag)}”`).join(', ');
  const added = now.filter((tag) => !old.includes(tag));
  const removed = old.filter((tag) => !now.includes(tag));
  return [
    added.length > 0 && `added the tag ${write(added)}`,
    removed.length > 0 && `removed the tag ${write(removed)}`,
  ]
    .filter(Boolean)
    .join(' and ');
}

/** Returns what was done, as the end of a sentence that begins with the author. */
export function describeAct(act: ActFacts, findName: (userId: number) => string): string {
  const { kind, after, before, doneBy } = act;
  switch (kind) {
    case 'ASSIGN':
      if (after.assignedTo == null) return 'took it back from its assignee';
      return after.assignedTo === doneBy ? 'took it on' : `assigned it to ${isolateText(findName(after.assignedTo))}`;
    case 'STATUS':
      return describeState(after);
    case 'TAG':
      return describeTags(act);
    case 'NOTE':
      return 'noted';
    case 'ANSWER':
      return after.closedAt ? 'answered and marked it as done' : 'answered';
    case 'SETTLE':
      return act.text === 'ARRIVED' ? 'noted that the answer arrived' : 'sent the answer again';
    case 'SPAM':
      return 'put it into quarantine';
    case 'NOT_SPAM':
      return 'released it from quarantine';
    case 'MERGE':
      return 'added another message to it';
    case 'BOOK':
      return 'booked the consultation';
    case 'CONFIRM':
      return 'confirmed the consultation';
    case 'MOVE':
      return 'moved the consultation';
    case 'CANCEL':
      return 'cancelled the consultation';
    case 'RESTORE':
      return 'took the cancellation of the consultation back';
    case 'NO_SHOW':
      return 'noted that the visitor did not come to the consultation';
    case 'REOPEN':
      return before.closedAt ? 'opened it again, because the visitor wrote' : 'noted that the visitor wrote again';
  }
}
