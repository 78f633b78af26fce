import { asc, eq, inArray } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MessageFile, TimelineItem } from '../../../contract/studio/message-shapes.ts';
import type { Context } from '../../context.ts';
import { messageActs, outbox, replies, type submissions, users } from '../../db/index.ts';
import { describeFileType } from '../files/file-names.ts';
import { listSubmissionFiles } from '../files/link.ts';
import { getMailState } from '../outbox/mail-state.ts';
import { splitQuotedText } from '../replies/clean-text.ts';
import { describeAct } from './acts.ts';
import { undoableKinds } from './undo-act.ts';

type Submission = typeof submissions.$inferSelect;
type StoredFile = Awaited<ReturnType<typeof listSubmissionFiles>>[number];

function presentFile({ token, name, bytes, contentType }: StoredFile): MessageFile {
  return { token, name, bytes, ...describeFileType(name, contentType) };
}

async function readMessages(ctx: Context, parts: readonly Submission[]): Promise<TimelineItem[]> {
  const ids = parts.map(({ id }) => id);
  const files = await listSubmissionFiles(ctx, ids);
  return parts.map(({ id, createdAt, reference, name, email, message }) => ({
    type: 'MESSAGE',
    id: `message-${id}`,
    at: createdAt.toISOString(),
    reference,
    name,
    email,
    text: message,
    // The files of a reply belong to its message too.
    files: files.filter(({ submissionId, replyId }) => submissionId === id && replyId === null).map(presentFile),
  }));
}

async function readMails({ db }: Context, parts: readonly Submission[]): Promise<TimelineItem[]> {
  const ids = parts.map(({ id }) => id);
  const visitors = parts.map(({ email }) => email.toLowerCase());
  const rows = await db
    .select({ mail: outbox, author: users.name })
    .from(outbox)
    .leftJoin(users, eq(users.id, outbox.writtenBy))
    .where(inArray(outbox.submissionId, ids))
    .orderBy(asc(outbox.id));
  return rows.map(({ mail, author }) => {
    const state = getMailState(mail);
    const isDecided = state === 'SENT' || state === 'GIVEN_UP' || state === 'UNCERTAIN' || state === 'UNDELIVERED';
    const stateAt = isDecided ? (mail.undeliveredAt ?? mail.sentAt ?? mail.deadAt) : mail.dueAt;
    return {
      type: 'MAIL',
      id: `mail-${mail.id}`,
      at: mail.createdAt.toISOString(),
      mailId: mail.id,
      // The name beside the address says who wrote it, also after the user is gone.
      author: author ?? mail.fromName,
      isAnswer: mail.fromName !== null,
      isToVisitor: visitors.includes(mail.recipient.toLowerCase()),
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.body,
      state,
      attempts: mail.attempts,
      stateAt: stateAt?.toISOString() ?? null,
      reason: mail.undeliveredReason ?? mail.lastError,
    };
  });
}

async function readReplies(ctx: Context, parts: readonly Submission[]): Promise<TimelineItem[]> {
  const ids = parts.map(({ id }) => id);
  const files = await listSubmissionFiles(ctx, ids);
  const rows = await ctx.db.select().from(replies).where(inArray(replies.submissionId, ids)).orderBy(asc(replies.id));
  return rows.map(({ id, receivedAt, fromName, fromAddress, subject, text, isAutomatic, reason, leftOut }) => ({
    type: 'REPLY',
    id: `reply-${id}`,
    at: receivedAt.toISOString(),
    name: fromName || fromAddress,
    email: fromAddress,
    ...splitQuotedText(text),
    ...{ subject, isAutomatic, reason, leftOut },
    files: files.filter(({ replyId }) => replyId === id).map(presentFile),
  }));
}

const undoers = alias(users, 'undoers');

async function readActs({ db }: Context, parts: readonly Submission[]): Promise<TimelineItem[]> {
  const ids = parts.map(({ id }) => id);
  const rows = await db
    .select({ act: messageActs, author: users.name, undoneBy: undoers.name })
    .from(messageActs)
    .leftJoin(users, eq(users.id, messageActs.doneBy))
    .leftJoin(undoers, eq(undoers.id, messageActs.undoneBy))
    .where(inArray(messageActs.submissionId, ids))
    .orderBy(asc(messageActs.id));
  const assignees = rows.flatMap(({ act: { after } }) => (after.assignedTo ? [after.assignedTo] : []));
  const names =
    assignees.length === 0
      ? []
      : await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, assignees));
  const findName = (userId: number) => names.find(({ id }) => id === userId)?.name ?? 'somebody';
  return rows.map(({ act, author, undoneBy }) => ({
    type: 'ACT',
    id: `act-${act.id}`,
    at: act.doneAt.toISOString(),
    kind: act.kind,
    group: act.groupId,
    author,
    words: describeAct(act, findName),
    // The words of a note that was taken back are not shown.
    text: act.kind === 'NOTE' && act.undoneAt === null ? act.text : '',
    canUndo: act.undoneAt === null && undoableKinds.includes(act.kind),
    undoneBy,
    undoneAt: act.undoneAt?.toISOString() ?? null,
  }));
}

/** Where the items of a timeline come from. Each returns the items of a message and of those merged into it. */
const sources = [readMessages, readMails, readReplies, readActs];

/** Returns everything that happened to a message and to those merged into it, the oldest first. */
export async function readTimeline(ctx: Context, parts: readonly Submission[]): Promise<TimelineItem[]> {
  const items: TimelineItem[] = [];
  for (const read of sources) items.push(...(await read(ctx, parts)));
  return items.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
