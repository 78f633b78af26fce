import { and, desc, eq } from 'drizzle-orm';
import type { CurrentUser } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { sessions } from '../../db/index.ts';
import { describeDevice } from './describe-device.ts';
import { isLiveSession } from './find.ts';
import { requireActor } from './require-actor.ts';

/** Returns the signed-in user. */
export async function getCurrentUser(_ctx: Context, _input: object, caller: Caller): Promise<{ user: CurrentUser }> {
  const { userId: id, name, email, role } = requireActor(caller);
  return { user: { id, name, email, role } };
}

/** Returns the caller's sessions that have not ended, the last used first. */
export async function listSessions({ db }: Context, _input: object, caller: Caller) {
  const { userId, sessionId } = requireActor(caller);
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLiveSession))
    .orderBy(desc(sessions.seenAt));
  return {
    items: rows.map(({ id, userAgent, createdAt, seenAt }) => ({
      id,
      device: describeDevice(userAgent),
      createdAt: createdAt.toISOString(),
      seenAt: seenAt.toISOString(),
      isCurrent: id === sessionId,
    })),
  };
}
