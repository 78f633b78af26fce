import { eq, sql } from 'drizzle-orm';
import type { Caller, Context } from '../../context.ts';
import { isUniqueViolation, joinLinks, passkeys, sessions, userIdentities, users } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { startSession } from '../sessions/start.ts';
import type { StoredLink } from './links.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

export interface NewUser {
  name: string;
  email: string;
}

async function insertUser({ db }: Context, { role, email: invited }: StoredLink, given: NewUser): Promise<number> {
  const email = (invited ?? given.email).toLowerCase();
  const [user] = await db
    .insert(users)
    .values({ name: given.name, email, role })
    .returning({ id: users.id })
    .catch((error: unknown) => {
      if (isUniqueViolation(error))
        throw new ApiError('conflict', 'A user with this e-mail address already exists. Sign in instead.');
      throw error;
    });
  if (!user) throw new Error('The user was not stored');
  return user.id;
}

/**
 * Removes the former sign-in methods of a user who gets new ones, and ends their sessions. Enables a disabled user,
 * because only the server's operator can create a link for one.
 */
async function resetUser({ db }: Context, userId: number): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.userId, userId));
  await db.delete(userIdentities).where(eq(userIdentities.userId, userId));
  await db.delete(sessions).where(eq(sessions.userId, userId));
  // Other links for this user would let their holders take the account over again.
  await db.update(joinLinks).set({ usedAt: sql`now()` }).where(eq(joinLinks.userId, userId));
  await db.update(users).set({ passwordHash: null, totpSecret: null, disabledAt: null }).where(eq(users.id, userId));
}

/**
 * Uses a link up: creates its user or resets an existing one, stores the new sign-in method, and starts a session. Call
 * inside the transaction that found the link. Returns the user and new recovery codes.
 */
export async function joinByLink(
  ctx: Context,
  link: StoredLink,
  given: NewUser,
  caller: Caller,
  storeSignInMethod: (userId: number) => Promise<void>,
) {
  if (link.userId !== null) await resetUser(ctx, link.userId);
  const userId = link.userId ?? (await insertUser(ctx, link, given));
  await ctx.db.update(joinLinks).set({ usedAt: sql`now()` }).where(eq(joinLinks.tokenSha256, link.tokenSha256));
  await storeSignInMethod(userId);
  const codes = await replaceRecoveryCodes(ctx, userId);
  return { ...(await startSession(ctx, userId, caller)), recoveryCodes: codes };
}
