import { and, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { ReplyList, UnmatchedReply } from '../../../contract/studio/mail-operations.ts';
import { type ReplyFilter, replyFilters } from '../../../contract/studio/mail-states.ts';
import type { Caller, Context } from '../../context.ts';
import { files, replies, submissions } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { runAsActor } from '../../people/index.ts';
import { reopenForVisitor } from '../inbox/acts.ts';
import { splitQuotedText } from './clean-text.ts';

type Reply = typeof replies.$inferSelect;

/** The condition of each filter, among mails without a message. */
const filterConditions = {
  OPEN: and(isNull(replies.dismissedAt), sql`not ${replies.isAutomatic}`),
  AUTOMATIC: and(isNull(replies.dismissedAt), sql`${replies.isAutomatic}`),
  DISMISSED: isNotNull(replies.dismissedAt),
} as const satisfies Record<ReplyFilter, unknown>;

const isUnmatched = isNull(replies.submissionId);

/** Returns the three newest messages of each sender. */
async function listSuggestions({ db }: Context, rows: readonly Reply[]) {
  const addresses = [...new Set(rows.map(({ fromAddress }) => fromAddress.toLowerCase()).filter(Boolean))];
  if (addresses.length === 0) return [];
  return db
    .select({
      address: sql<string>`lower(${submissions.email})`,
      reference: submissions.reference,
      excerpt: sql<string>`left(${submissions.message}, 80)`,
    })
    .from(submissions)
    .where(and(inArray(sql`lower(${submissions.email})`, addresses), isNull(submissions.mergedInto)))
    .orderBy(desc(submissions.id))
    .limit(100);
}

/** Counts the mails without a message that wait for a person. */
export async function countUnmatchedReplies({ db }: Context): Promise<number> {
  return db.$count(replies, and(isUnmatched, filterConditions.OPEN));
}

/** Lists mails that came back and belong to no message, the newest first. */
export async function listUnmatchedReplies(
  ctx: Context,
  { state, page, size }: { state: ReplyFilter; page: number; size: number },
): Promise<ReplyList> {
  const { db } = ctx;
  const rows = await db
    .select()
    .from(replies)
    .where(and(isUnmatched, filterConditions[state]))
    .orderBy(desc(replies.receivedAt), desc(replies.id))
    .limit(size)
    .offset(page * size);
  const ids = rows.map(({ id }) => id);
  const stored = ids.length === 0 ? [] : await db.select().from(files).where(inArray(files.replyId, ids));
  const known = await listSuggestions(ctx, rows);
  const counts = await Promise.all(
    replyFilters.map(async (filter) => {
      const [row] = await db.select({ count: count() }).from(replies).where(and(isUnmatched, filterConditions[filter]));
      return [filter, row?.count ?? 0] as const;
    }),
  );
  const countOf = Object.fromEntries(counts) as Record<ReplyFilter, number>;
  const items = rows.map((reply): UnmatchedReply => {
    const { id, fromName, fromAddress, subject, receivedAt, reason, leftOut } = reply;
    return {
      ...{ id, subject, reason, leftOut },
      name: fromName,
      address: fromAddress,
      ...splitQuotedText(reply.text),
      receivedAt: receivedAt.toISOString(),
      files: stored.flatMap(({ token, name, bytes, replyId }) => (replyId === id ? { token, name, bytes } : [])),
      suggestions: known
        .filter(({ address }) => address === fromAddress.toLowerCase())
        .slice(0, 3)
        .map(({ reference, excerpt }) => ({ reference, excerpt })),
    };
  });
  return { items, page, size, total: countOf[state], counts: countOf };
}

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
