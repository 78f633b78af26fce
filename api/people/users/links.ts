import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Role } from '../../../contract/studio/permissions.ts';
import type { Invitation, JoinLink } from '../../../contract/studio/shapes.ts';
import type { Caller, Context } from '../../context.ts';
import {
  advisoryLockKeys,
  isUniqueViolation,
  joinLinks,
  passkeys,
  sessions,
  userIdentities,
  users,
} from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordToLog } from '../../log/index.ts';
import { createSecretToken, hashToken } from '../../tokens.ts';
import { startSession } from '../sessions.ts';
import { checkNewPassword, hashPassword, type NewPassword, replaceRecoveryCodes } from './password.ts';

export type StoredLink = typeof joinLinks.$inferSelect;

/** What each link is, as the log names it. */
const joinWays = {
  SET_UP: 'the link of the first owner',
  INVITATION: 'an invitation',
  RESET: 'a link of the operator',
};

/** Hours for which a link is valid. The set-up link is short-lived, because it is printed in a log. */
const validHours = { SET_UP: 1, INVITATION: 72, RESET: 72 };

/** The person whom a link is for; a RESET link is for an existing user. */
export interface LinkFor {
  purpose: StoredLink['purpose'];
  role: Role;
  email?: string;
  name?: string;
  userId?: number;
  /** The user who invites; absent for the server's operator. */
  createdBy?: number | undefined;
}

/** Creates a link and returns its secret, which goes into the fragment of an address (ASVS 5.0, 14.2.1). */
export async function createJoinLink({ db }: Context, link: LinkFor): Promise<string> {
  const token = createSecretToken();
  const expiresAt = sql`now() + make_interval(hours => ${validHours[link.purpose]})`;
  await db
    .insert(joinLinks)
    .values({ ...link, email: link.email?.toLowerCase(), tokenSha256: hashToken(token), expiresAt });
  return token;
}

export function getJoinAddress(siteUrl: string, purpose: StoredLink['purpose'], token: string): string {
  return `${siteUrl}/studio/${purpose === 'SET_UP' ? 'set-up' : 'join'}#${token}`;
}

export async function hasUsers({ db }: Context): Promise<boolean> {
  const [user] = await db.select({ id: users.id }).from(users).limit(1);
  return user !== undefined;
}

/**
 * Returns a valid link, locked until the transaction ends, so that it is used once. A set-up link is valid only while
 * there is no user. Throws `gone` otherwise, with the same text in every case.
 */
export function findJoinLink(ctx: Context, token: string): Promise<StoredLink> {
  return findJoinLinkByHash(ctx, hashToken(token));
}

/** Returns a valid link by the hash of its secret, as `findJoinLink` does. */
export async function findJoinLinkByHash(ctx: Context, tokenSha256: string): Promise<StoredLink> {
  const [link] = await ctx.db
    .select()
    .from(joinLinks)
    .where(and(eq(joinLinks.tokenSha256, tokenSha256), isNull(joinLinks.usedAt), gt(joinLinks.expiresAt, sql`now()`)))
    .for('update');
  // Two set-up links must not create two first owners at the same moment.
  if (link?.purpose === 'SET_UP') await ctx.db.execute(sql`select pg_advisory_xact_lock(${advisoryLockKeys.setUp})`);
  if (!link || (link.purpose === 'SET_UP' && (await hasUsers(ctx))))
    throw new ApiError(
      'gone',
      'This link is no longer valid. It has expired, was used already, or was not copied whole. Ask the person who sent it for a new one.',
    );
  return link;
}

/** Returns what a link is for. `gone` if it is not valid. */
export async function readJoinLink(ctx: Context, { token }: { token: string }): Promise<JoinLink> {
  const { purpose, email, name, role, createdBy } = await ctx.db.transaction((tx) => findJoinLink({ db: tx }, token));
  const [inviter] = createdBy
    ? await ctx.db.select({ name: users.name }).from(users).where(eq(users.id, createdBy))
    : [];
  return { purpose, email, name, role, invitedBy: inviter?.name ?? null };
}

/** Creates a link for the first owner and returns its address; null if there is a user already. */
export async function createSetUpAddress(ctx: Context, siteUrl: string): Promise<string | null> {
  if (await hasUsers(ctx)) return null;
  return getJoinAddress(siteUrl, 'SET_UP', await createJoinLink(ctx, { purpose: 'SET_UP', role: 'OWNER' }));
}

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
  await recordToLog(ctx, { kind: 'user.JOIN', by: userId, id: userId, facts: { way: joinWays[link.purpose] } });
  const codes = await replaceRecoveryCodes(ctx, userId);
  return { ...(await startSession(ctx, userId, caller)), recoveryCodes: codes };
}

const isOpen = and(eq(joinLinks.purpose, 'INVITATION'), isNull(joinLinks.usedAt), gt(joinLinks.expiresAt, sql`now()`));

/** Returns the invitations that can still be used, the one that ends first at the top. */
export async function listInvitations({ db }: Context): Promise<{ items: Invitation[] }> {
  const rows = await db
    .select({
      email: joinLinks.email,
      name: joinLinks.name,
      role: joinLinks.role,
      expiresAt: joinLinks.expiresAt,
      invitedBy: users.name,
    })
    .from(joinLinks)
    .leftJoin(users, eq(users.id, joinLinks.createdBy))
    .where(and(isOpen, isNotNull(joinLinks.email)))
    .orderBy(asc(joinLinks.expiresAt));
  return {
    items: rows.map(({ email, expiresAt, ...row }) => ({
      ...row,
      email: email ?? '',
      expiresAt: expiresAt.toISOString(),
    })),
  };
}

/** Makes all open invitations of an e-mail address invalid. `not_found` if there is none, or the person has joined. */
export async function cancelInvitation({ db }: Context, { email }: { email: string }): Promise<{ error: null }> {
  const removed = await db
    .delete(joinLinks)
    .where(and(isOpen, eq(joinLinks.email, email.toLowerCase())))
    .returning({ email: joinLinks.email });
  if (removed.length === 0) throw new ApiError('not_found', `There is no open invitation for ${email}.`);
  return { error: null };
}

/** Uses a link to join up with a password and an authenticator app. Signs in. */
export async function joinWithPassword(
  ctx: Context,
  { token, password, secret, code, ...given }: NewUser & NewPassword & { token: string },
  caller: Caller,
) {
  // Before the hash: strangers without a link must not make the server compute hashes.
  await readJoinLink(ctx, { token });
  const totpCounter = checkNewPassword({ password, secret, code }, [given.name, given.email]);
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (db) => {
    const link = await findJoinLink({ db }, token);
    return joinByLink({ db }, link, given, caller, async (userId) => {
      await db.update(users).set({ passwordHash, totpSecret: secret, totpCounter }).where(eq(users.id, userId));
    });
  });
}
