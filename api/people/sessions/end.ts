import { and, eq } from 'drizzle-orm';
import type { Caller, Context } from '../../context.ts';
import { sessions } from '../../db/index.ts';
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
