import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { MessageActReport, MessageChange } from '../../../contract/studio/message-shapes.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { type MessageFields, outbox, submissionReads, submissions, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor, runAsActor } from '../../people/index.ts';
import { bookReleasedSubmission } from '../consultations/request.ts';
import { liftQuarantine } from '../submissions/store.ts';
import { recordMessageActs } from './acts.ts';

/** A message with the columns that acts change. */
export interface MessageRow extends Required<MessageFields> {
  id: number;
  reference: string;
}

const columns = {
  id: submissions.id,
  reference: submissions.reference,
  assignedTo: submissions.assignedTo,
  closedAt: submissions.closedAt,
  waitingSince: submissions.waitingSince,
  quarantinedFor: submissions.quarantinedFor,
  provable: submissions.provable,
  tags: submissions.tags,
};

/** Locks messages until the transaction ends, always in the same order, and returns their columns. */
export async function lockMessages({ db }: Context, which: ReturnType<typeof and>): Promise<MessageRow[]> {
  const rows = await db
    .select(columns)
    .from(submissions)
    .where(which)
    .orderBy(asc(submissions.id))
    .for('no key update');
  return rows.map(({ closedAt, waitingSince, ...row }) => ({
    ...row,
    closedAt: closedAt?.toISOString() ?? null,
    waitingSince: waitingSince?.toISOString() ?? null,
  }));
}

/** Returns the columns that differ from those of a message. */
function keepChanges(row: MessageRow, fields: MessageFields): MessageFields {
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(row[name as keyof MessageFields]),
  );
  return Object.fromEntries(changed);
}

/** Returns the columns that an act gives a message. */
function applyChange(row: MessageRow, change: MessageChange, now: string): MessageFields {
  switch (change.kind) {
    case 'ASSIGN':
      return { assignedTo: change.to };
    case 'STATUS':
      if (change.state === 'DONE') return { closedAt: row.closedAt ?? now };
      return { closedAt: null, waitingSince: change.state === 'WAITING' ? (row.waitingSince ?? now) : null };
    case 'TAG': {
      const rest = row.tags.filter((tag) => !change.remove.includes(tag));
      return { tags: [...new Set([...rest, ...change.add])] };
    }
    case 'SPAM':
      return { quarantinedFor: change.reason, provable: false };
    case 'NOT_SPAM':
      return { quarantinedFor: null, provable: false };
  }
}

/** Books the time of a message that is released from quarantine. */
export type BookReleased = (tx: Context, submissionId: number) => Promise<void>;

/**
 * Frees the time of a submission that is put into quarantine. The row stays, so that a release can book it again.
 * Unsent mails that tell the visitor of a booked time are deleted. Call inside a transaction.
 */
async function freeBookedTime({ db }: Context, submissionId: number): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update consultations set status = 'LAPSED', held_until = null
    where submission_id = ${submissionId} and status in ('BOOKED', 'UNCONFIRMED')`);
  if (!rowCount) return;
  await db.execute(sql`
    delete from outbox using submissions sent
    where submission_id = sent.id and sent.id = ${submissionId} and recipient = sent.email and sent_at is null
      and (is_reminder or calendar is not null)`);
}

/**
 * Stores columns of a locked message, with what follows from them. Into quarantine: the unsent mails are held and a
 * booked time is free again; only an operator can reverse that, so no proof of work applies. Out of it: the mails are
 * released and the time is booked again. Returns the number of these mails.
 */
export async function storeMessageFields(
  tx: Context,
  row: MessageRow,
  { closedAt, waitingSince, ...fields }: MessageFields,
  book?: BookReleased,
): Promise<number> {
  const toDate = (text: string | null) => (text === null ? null : new Date(text));
  const values = {
    ...fields,
    ...(closedAt !== undefined && { closedAt: toDate(closedAt) }),
    ...(waitingSince !== undefined && { waitingSince: toDate(waitingSince) }),
  };
  await tx.db.update(submissions).set(values).where(eq(submissions.id, row.id));
  if (fields.quarantinedFor === undefined) return 0;
  if (fields.quarantinedFor === null) return (await liftQuarantine(tx, eq(submissions.id, row.id), book)) ?? 0;
  await freeBookedTime(tx, row.id);
  const { rowCount } = await tx.db
    .update(outbox)
    .set({ held: true })
    .where(and(eq(outbox.submissionId, row.id), isNull(outbox.sentAt), eq(outbox.held, false)));
  return rowCount ?? 0;
}

/** Throws `unprocessable` unless messages can be assigned to a user. */
async function checkAssignee({ db }: Context, userId: number): Promise<void> {
  const [user] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.disabledAt)));
  if (user && hasPermission(user.role, 'answer-messages')) return;
  const message = 'This person cannot answer messages.';
  throw new ApiError('unprocessable', message, [{ path: 'change.to', message }]);
}

/**
 * Does the same with several messages, in one transaction and as one act of the record. A message that is so already is
 * left out with a reason, and so is an unknown one. `actorId` is null for the command line.
 */
export async function changeMessagesAs(
  { db }: Context,
  { references, change }: { references: readonly string[]; change: MessageChange },
  actorId: number | null,
  book?: BookReleased,
): Promise<MessageActReport> {
  const named = [...new Set(references.map((reference) => reference.toUpperCase()))];
  const group = randomUUID();
  const now = new Date().toISOString();
  return db.transaction(async (transaction) => {
    const tx = { db: transaction };
    if (change.kind === 'ASSIGN' && change.to !== null) await checkAssignee(tx, change.to);
    const rows = await lockMessages(tx, inArray(submissions.reference, named));
    const changed: string[] = [];
    const unknown = named.filter((reference) => !rows.some((row) => row.reference === reference));
    const skipped = unknown.map((reference) => ({ reference, reason: 'There is no such message.' }));
    let mails = 0;
    for (const row of rows) {
      const after = keepChanges(row, applyChange(row, change, now));
      const names = Object.keys(after) as (keyof MessageFields)[];
      if (names.length === 0) {
        skipped.push({ reference: row.reference, reason: 'It was so already.' });
        continue;
      }
      mails += await storeMessageFields(tx, row, after, book);
      const before = Object.fromEntries(names.map((name) => [name, row[name]]));
      await recordMessageActs(tx, [
        { submissionId: row.id, kind: change.kind, groupId: group, doneBy: actorId, before, after },
      ]);
      changed.push(row.reference);
    }
    return { group: changed.length > 0 ? group : null, changed, skipped, mails };
  });
}

/** Returns how a released message gets its booked time back. */
export const createBookReleased =
  (ctx: ApiContext): BookReleased =>
  ({ db }, submissionId) =>
    bookReleasedSubmission({ ...ctx, db }, submissionId);

/** Does the same with several messages for the user who is signed in. */
export async function changeMessages(
  ctx: ApiContext,
  input: { references: readonly string[]; change: MessageChange },
  caller: Caller,
): Promise<MessageActReport> {
  return runAsActor(ctx, caller, 'answer-messages', (tx, { userId }) =>
    changeMessagesAs(tx, input, userId, createBookReleased({ ...ctx, ...tx })),
  );
}

/** Condition: the references of messages, in upper or lower case. */
export const isNamed = (reference: string) => eq(submissions.reference, sql`upper(${reference})`);

/** Notes that a user has read messages up to now. */
export async function markAsRead({ db }: Context, userId: number, references: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ reference: string }>(sql`
    with found as (select id, reference from ${submissions} where reference = any(${sql.param(references)}) order by id),
    stored as (
      insert into ${submissionReads} (user_id, submission_id, read_at) select ${userId}, id, clock_timestamp() from found
      on conflict (user_id, submission_id) do update set read_at = excluded.read_at
    )
    select reference from found`);
  return rows.map(({ reference }) => reference);
}

/** Marks messages as read or unread for the user who is signed in. */
export async function markMessages(
  ctx: Context,
  { references, isRead }: { references: readonly string[]; isRead: boolean },
  caller: Caller,
): Promise<{ references: string[] }> {
  const { userId } = requireActor(caller);
  if (isRead) return { references: await markAsRead(ctx, userId, references) };
  const ids = ctx.db
    .select({ id: submissions.id })
    .from(submissions)
    .where(inArray(submissions.reference, [...references]));
  await ctx.db
    .delete(submissionReads)
    .where(and(eq(submissionReads.userId, userId), inArray(submissionReads.submissionId, ids)));
  return { references: [...references] };
}
