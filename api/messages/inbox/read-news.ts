import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { MessageNews } from '../../../contract/studio/message-events.ts';
import { hasPermission } from '../../../contract/studio/permissions.ts';
import type { Context } from '../../context.ts';
import { sessions, users } from '../../db/index.ts';
import { isLiveSession } from '../../people/index.ts';
import { readMessageCounts } from './count-messages.ts';

/** Returns a text that differs after every change of a message, or of an answer that is on its way. */
async function readVersion({ db }: Context): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`
    select md5(concat_ws(' ',
      (select max(heard_at) from submissions where merged_into is null),
      (select max(id) from message_acts),
      (select max(undone_at) from message_acts where undone_at is not null),
      (select count(*) from outbox where from_name is not null and sent_at is null and dead_at is null and not held),
      (select count(*) from outbox where dead_at is not null and sent_at is null))) as version`);
  return rows[0]?.version ?? '';
}

/**
 * Returns what the pages of sessions are told about messages, by the public ids of the sessions. A session that has
 * ended, or whose user may not read messages any more, is missing. Sessions are not prolonged.
 */
export async function readMessageNews(
  ctx: Context,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, MessageNews>> {
  const live = await ctx.db
    .select({ id: sessions.id, userId: users.id, role: users.role })
    .from(sessions)
    .innerJoin(users, sql`${users.id} = ${sessions.userId}`)
    .where(and(inArray(sessions.id, [...sessionIds]), isLiveSession, isNull(users.disabledAt)));
  const version = await readVersion(ctx);
  const counts = new Map<number, MessageNews>();
  const news = new Map<string, MessageNews>();
  for (const { id, userId, role } of live) {
    if (!hasPermission(role, 'read-messages')) continue;
    const own = counts.get(userId) ?? { counts: await readMessageCounts(ctx, userId), version };
    counts.set(userId, own);
    news.set(id, own);
  }
  return news;
}
