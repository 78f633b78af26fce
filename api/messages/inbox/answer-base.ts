import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import { messageActs, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

// What a writer of an answer has seen. A message that somebody else answered, noted or closed meanwhile is not answered
// before the writer has seen that.

/** Acts that the writer of an answer must know. */
const tellingKinds = ['ANSWER', 'NOTE', 'STATUS', 'SPAM', 'NOT_SPAM'] as const;

/** Returns the newest thing that the writer of an answer must know, as a text to compare. */
export async function readAnswerBase({ db }: Context, submissionId: number): Promise<string> {
  const { rows } = await db.execute<{ act: string; heard: string }>(sql`
    select (select coalesce(max(id), 0)::text from message_acts where submission_id = message.id) as act,
      (extract(epoch from heard_at) * 1000000)::bigint::text as heard
    from submissions message where id = ${submissionId}`);
  const [row] = rows;
  return `${row?.act ?? 0}-${row?.heard ?? 0}`;
}

/**
 * Throws `conflict` if something happened to a message that the writer of an answer has not seen: the visitor wrote
 * again, anybody answered, or another user added a note or changed the state. The caller has locked the row of the
 * message.
 */
export async function checkAnswerBase(ctx: Context, submissionId: number, seen: string, userId: number): Promise<void> {
  const [act = '', heard = ''] = seen.split('-');
  const seenAct = /^\d{1,15}$/.test(act) ? Number(act) : 0;
  const [newer] = await ctx.db
    .select({
      kind: messageActs.kind,
      name: users.name,
      isOwn: sql<boolean>`${messageActs.doneBy} is not distinct from ${userId}::bigint`,
    })
    .from(messageActs)
    .leftJoin(users, eq(users.id, messageActs.doneBy))
    .where(
      and(
        eq(messageActs.submissionId, submissionId),
        gt(messageActs.id, seenAct),
        isNull(messageActs.undoneAt),
        inArray(messageActs.kind, [...tellingKinds]),
        // An answer that the same person sent from another page counts too: this one would be the second.
        or(eq(messageActs.kind, 'ANSWER'), isNull(messageActs.doneBy), ne(messageActs.doneBy, userId)),
      ),
    )
    .orderBy(desc(sql`${messageActs.kind} = 'ANSWER'`), desc(messageActs.id))
    .limit(1);
  if (newer) {
    const who = newer.isOwn ? 'You have' : `${newer.name ?? 'Somebody'} has`;
    const what = newer.kind === 'ANSWER' ? 'answered this message' : 'changed this message';
    throw new ApiError(
      'conflict',
      `${who} ${what} meanwhile, so yours was not sent. Read it above, then send yours if it is still needed.`,
    );
  }
  const now = await readAnswerBase(ctx, submissionId);
  if (now.split('-')[1] !== heard)
    throw new ApiError(
      'conflict',
      'The visitor has written again meanwhile, so your answer was not sent. Read it above first.',
    );
}
