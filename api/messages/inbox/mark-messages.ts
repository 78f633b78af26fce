import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Caller, Context } from '../../context.ts';
import { submissionReads, submissions } from '../../db/index.ts';
import { requireActor } from '../../people/index.ts';

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
