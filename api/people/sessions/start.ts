import { eq, sql } from 'drizzle-orm';
import type { CurrentUser } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { sessions, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { createSecretToken, hashToken } from '../../secret-token.ts';

const disabled = 'This account is disabled. Ask an owner.';

/**
 * Starts a session with a new token, so that a token from before the sign-in is worth nothing (ASVS 5.0, 7.2.4), and
 * gives it to the caller's browser. Ends the session that the caller had. The sign-in is a proof of who the user is,
 * unless `isConfirmed` is false.
 */
export async function startSession(
  { db }: Context,
  userId: number,
  caller: Caller,
  { isConfirmed = true }: { isConfirmed?: boolean } = {},
): Promise<{ user: CurrentUser }> {
  const [user] = await db
    .select({ id: users.id, name: users.name, email: users.email, role: users.role, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user || user.disabledAt) throw new ApiError('forbidden', disabled, [{ path: 'disabled', message: disabled }]);
  const token = createSecretToken();
  if (caller.actor) await db.delete(sessions).where(eq(sessions.id, caller.actor.sessionId));
  await db.insert(sessions).values({
    tokenSha256: hashToken(token),
    userId,
    userAgent: caller.userAgent.slice(0, 300),
    expiresAt: sql`now() + interval '24 hours'`,
    ...(isConfirmed ? {} : { confirmedAt: new Date(0) }),
  });
  caller.setSessionToken?.(token);
  const { disabledAt: _, ...shown } = user;
  return { user: shown };
}
