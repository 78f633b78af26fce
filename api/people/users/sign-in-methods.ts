import { and, asc, count, eq, isNull, ne, sql } from 'drizzle-orm';
import type { SignInMethods } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import { passkeys, recoveryCodes, sessions, userIdentities, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordToLog } from '../../log/index.ts';
import { requireActor } from '../sessions.ts';
import { checkNewPassword, hashPassword, type NewPassword, replaceRecoveryCodes } from './password.ts';

/** Returns how the signed-in user can sign in. */
export async function getSignInMethods({ db }: Context, _input: object, caller: Caller): Promise<SignInMethods> {
  const { userId } = requireActor(caller);
  const stored = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt));
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  const [unused] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  const identities = await db
    .select()
    .from(userIdentities)
    .where(eq(userIdentities.userId, userId))
    .orderBy(asc(userIdentities.createdAt));
  return {
    identities: identities.map(({ id, issuer, createdAt, usedAt }) => ({
      id,
      issuer,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    passkeys: stored.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    hasPassword: user?.hash != null,
    recoveryCodes: unused?.count ?? 0,
  };
}

/** Names one of the user's own passkeys. `not_found` for any other. */
export async function renamePasskey(ctx: Context, { id, name }: { id: string; name: string }, caller: Caller) {
  const { userId } = requireActor(caller);
  const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
  const { rowCount } = await ctx.db.update(passkeys).set({ name }).where(own);
  if (!rowCount) throw new ApiError('not_found', 'You have no such passkey.');
  return getSignInMethods(ctx, {}, caller);
}

/**
 * Changes the sign-in methods of a user in a transaction that locks the user, so that concurrent removals leave one
 * method. Ends the user's other sessions, which a thief of a removed method may have. `conflict` if no sign-in method
 * would be left.
 */
async function changeSignInMethods(
  ctx: Context,
  caller: Caller,
  change: (tx: Context, userId: number) => Promise<void>,
) {
  const { userId, sessionId } = requireActor(caller);
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    await change(tx, userId);
    const left = await getSignInMethods(tx, {}, caller);
    if (left.passkeys.length === 0 && left.identities.length === 0 && !left.hasPassword)
      throw new ApiError('conflict', 'This is your only way to sign in. Add another one first.');
    await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)));
    return left;
  });
}

/** Removes one of the user's own passkeys. `not_found` for any other, `conflict` for the last sign-in method. */
export function removePasskey(ctx: Context, { id }: { id: string }, caller: Caller): Promise<SignInMethods> {
  return changeSignInMethods(ctx, caller, async ({ db }, userId) => {
    const { rowCount } = await db.delete(passkeys).where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)));
    if (!rowCount) throw new ApiError('not_found', 'You have no such passkey.');
  });
}

/**
 * Removes one of the user's own identities at a provider. `not_found` for any other, `conflict` for the last sign-in
 * method.
 */
export function removeIdentity(ctx: Context, { id }: { id: number }, caller: Caller): Promise<SignInMethods> {
  return changeSignInMethods(ctx, caller, async ({ db }, userId) => {
    const own = and(eq(userIdentities.id, id), eq(userIdentities.userId, userId));
    if (!(await db.delete(userIdentities).where(own)).rowCount)
      throw new ApiError('not_found', 'You have no such identity.');
  });
}

/** Removes password and authenticator app. `conflict` for the last sign-in method. */
export function removePassword(ctx: Context, _input: object, caller: Caller): Promise<SignInMethods> {
  return changeSignInMethods(ctx, caller, async ({ db }, userId) => {
    await db.update(users).set({ passwordHash: null, totpSecret: null }).where(eq(users.id, userId));
  });
}

/** Sets or changes password and authenticator app together. Ends the user's other sessions. */
export async function setPassword(ctx: Context, given: NewPassword, caller: Caller): Promise<SignInMethods> {
  const { name, email } = requireActor(caller);
  const totpCounter = checkNewPassword(given, [name, email]);
  const passwordHash = await hashPassword(given.password);
  return changeSignInMethods(ctx, caller, async ({ db }, userId) => {
    // The counter never goes back, or a code of the former secret could be used again.
    const counter = sql`greatest(${users.totpCounter}, ${totpCounter})`;
    await db
      .update(users)
      .set({ passwordHash, totpSecret: given.secret, totpCounter: counter })
      .where(eq(users.id, userId));
    await recordToLog({ db }, { kind: 'user.PASSWORD', by: userId });
  });
}

/** Replaces the recovery codes of the user, and returns the new ones once. */
export function createRecoveryCodes(
  ctx: Context,
  _input: object,
  caller: Caller,
): Promise<{ recoveryCodes: string[] }> {
  const { userId } = requireActor(caller);
  return ctx.db.transaction(async (db) => ({ recoveryCodes: await replaceRecoveryCodes({ db }, userId) }));
}
