import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Actor, Context } from '../../context.ts';
import { sessions, users } from '../../db/index.ts';
import { hashToken } from '../../secret-token.ts';

/** A session ends after an hour without a request (ASVS 5.0, 7.3.1) and after 24 hours at the latest (7.3.2). */
export const isLiveSession = and(
  gt(sessions.expiresAt, sql`now()`),
  gt(sessions.seenAt, sql`now() - interval '1 hour'`),
);

/** Returns the user of a session's token; null if the session has ended or the user was disabled. */
export async function findSession({ db }: Context, token: string): Promise<Actor | null> {
  const tokenSha256 = hashToken(token);
  const [found] = await db
    .select({
      userId: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      sessionId: sessions.id,
      isConfirmed: sql<boolean>`${sessions.confirmedAt} > now() - interval '10 minutes'`,
      isOld: sql<boolean>`${sessions.seenAt} < now() - interval '1 minute'`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenSha256, tokenSha256), isLiveSession, isNull(users.disabledAt)));
  if (!found) return null;
  const { isOld, ...actor } = found;
  // Once a minute is enough, and keeps most requests from writing.
  if (isOld) await db.update(sessions).set({ seenAt: sql`now()` }).where(eq(sessions.tokenSha256, tokenSha256));
  return actor;
}
