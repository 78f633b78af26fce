import { and, eq, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Caller, Context } from '../../context.ts';
import { joinLinks, sessions } from '../../db/index.ts';
import { removeExpiredRequests } from '../identities/finish.ts';
import { removeExpiredChallenges } from '../passkeys/challenges.ts';
import { isLiveSession } from './find.ts';
import { requireActor } from './require-actor.ts';

/** Ends the session of the caller, and removes its token from the browser. */
export async function signOut({ db }: Context, _input: object, caller: Caller): Promise<{ error: null }> {
  await db.delete(sessions).where(eq(sessions.id, requireActor(caller).sessionId));
  caller.setSessionToken?.(null);
  return { error: null };
}

/**
 * Ends one of the caller's sessions; the id of a session that has ended or belongs to somebody else changes nothing.
 */
export async function endSession({ db }: Context, { id }: { id: string }, caller: Caller): Promise<{ error: null }> {
  await db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.userId, requireActor(caller).userId)));
  return { error: null };
}

/** Removes ended sessions, expired challenges, and links that expired a month ago; returns how many. */
export async function removeEndedSessions(ctx: Context): Promise<number> {
  const ended = await ctx.db.delete(sessions).where(not(isLiveSession as SQL));
  const links = await ctx.db.delete(joinLinks).where(lt(joinLinks.expiresAt, sql`now() - interval '30 days'`));
  return (
    (ended.rowCount ?? 0) +
    (links.rowCount ?? 0) +
    (await removeExpiredChallenges(ctx)) +
    (await removeExpiredRequests(ctx))
  );
}
