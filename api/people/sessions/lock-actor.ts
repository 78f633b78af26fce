import { and, eq, isNull } from 'drizzle-orm';
import { hasPermission, type Permission } from '../../../contract/studio/permissions.ts';
import type { Actor, Caller, Context } from '../../context.ts';
import { users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { requireActor } from './require-actor.ts';

/**
 * Locks the caller's user until the transaction ends, and returns the caller with the user's present role. A request
 * that began before an owner took the role away must not store what that owner has just removed. Throws `forbidden` if
 * the user is disabled or has lost the permission.
 */
export async function lockActor({ db }: Context, actor: Actor, permission: Permission): Promise<Actor> {
  const [user] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, actor.userId), isNull(users.disabledAt)))
    .for('share');
  if (!user || !hasPermission(user.role, permission))
    throw new ApiError('forbidden', 'Your role has just changed, and does not permit this any more.');
  return { ...actor, role: user.role };
}

/** Runs work in a transaction, in which the role of the user who is signed in stays what it is. */
export async function runAsActor<T>(
  { db }: Context,
  caller: Caller,
  permission: Permission,
  run: (tx: Context, actor: Actor) => Promise<T>,
): Promise<T> {
  const actor = requireActor(caller);
  return db.transaction(async (transaction) => {
    const tx = { db: transaction };
    return run(tx, await lockActor(tx, actor, permission));
  });
}
