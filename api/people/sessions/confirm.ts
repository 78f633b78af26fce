import { eq, sql } from 'drizzle-orm';
import type { Caller, Context } from '../../context.ts';
import { sessions } from '../../db/index.ts';
import { checkPassword } from '../users/sign-in.ts';
import { requireActor } from './require-actor.ts';

/** Records that the user of a session has just proved who they are. */
export async function confirmSession({ db }: Context, caller: Caller): Promise<{ error: null }> {
  const actor = requireActor(caller);
  await db.update(sessions).set({ confirmedAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
  // The rest of this request may need the proof already, as a form without JavaScript does.
  actor.isConfirmed = true;
  return { error: null };
}

/** Confirms the session by the user's password and a code of the authenticator app. Failures as in a sign-in. */
export async function confirmWithPassword(
  ctx: Context,
  given: { password: string; code: string },
  caller: Caller,
): Promise<{ error: null }> {
  await checkPassword(ctx, { ...given, email: requireActor(caller).email });
  return confirmSession(ctx, caller);
}
