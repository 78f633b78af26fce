import { eq, sql } from 'drizzle-orm';
import { presenceLimits } from '../../../contract/studio/presence.ts';
import type { Actor, Context } from '../../context.ts';
import { entries, presences } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';

/** Condition: a page still has its entry open. A running server confirms this several times in 30 seconds. */
export const isPresent = sql`${presences.seenAt} > now() - interval '30 seconds'`;

/**
 * Records that a page of a session shows an entry, and returns the id of this presence. `not_found` for an unknown
 * entry, `too_many_requests` if the session, or all sessions together, have too many pages open.
 */
export async function enterEntry({ db }: Context, entryId: number, { sessionId }: Actor): Promise<string> {
  await db.delete(presences).where(sql`not (${isPresent})`);
  const [found] = await db
    .select({
      total: sql<number>`(select count(*)::int from ${presences})`,
      own: sql<number>`(select count(*)::int from ${presences} where ${eq(presences.sessionId, sessionId)})`,
    })
    .from(entries)
    .where(eq(entries.id, entryId));
  if (!found) throw new ApiError('not_found', 'There is no such entry.');
  if (found.own >= presenceLimits.perSession || found.total >= presenceLimits.total)
    throw new ApiError('too_many_requests', 'Too many entries are open at the same time. Close some of their pages.');
  const [entered] = await db.insert(presences).values({ entryId, sessionId }).returning({ id: presences.id });
  if (!entered) throw new Error('The presence was not stored');
  return entered.id;
}

/** Removes a presence, because its page does not show the entry any more. */
export async function leaveEntry({ db }: Context, id: string): Promise<void> {
  await db.delete(presences).where(eq(presences.id, id));
}
