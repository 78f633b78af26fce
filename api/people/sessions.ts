import { and, desc, eq, gt, isNull, lt, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Permission } from '../../contract/studio/permissions.ts';
import type { CurrentUser } from '../../contract/studio/shapes.ts';
import { isPermitted } from '../../contract/studio/token-scopes.ts';
import type { Actor, Caller, Context } from '../context.ts';
import { joinLinks, openIdRequests, passkeyChallenges, sessions, users } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { recordToLog } from '../log/index.ts';
import { createSecretToken, hashToken } from '../tokens.ts';

const disabled = 'This account is disabled. Ask an owner.';

/**
 * Starts a session with a new token, so that a token from before the sign-in is worth nothing (ASVS 5.0, 7.2.4), and
 * gives it to the caller's browser. Ends the session that the caller had. The sign-in is a proof of who the user is,
 * unless `isConfirmed` is false. `way` says by what means the user signed in, for the log; absent for one who joins.
 */
export async function startSession(
  { db }: Context,
  userId: number,
  caller: Caller,
  { isConfirmed = true, way }: { isConfirmed?: boolean; way?: string } = {},
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
  await db.update(users).set({ signedInAt: sql`now()` }).where(eq(users.id, userId));
  if (way) await recordToLog({ db }, { kind: 'session.SIGN_IN', by: userId, facts: { way } });
  caller.setSessionToken?.(token);
  const { disabledAt: _, ...shown } = user;
  return { user: shown };
}

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

type ActingCaller = Pick<Caller, 'actor' | 'pageUser'>;

/** Throws `forbidden` with the field `confirm` unless the user proved lately who they are (ASVS 5.0, 7.5.1). */
export function requireConfirmed(caller: ActingCaller): void {
  const { isConfirmed, tokenId } = requireActor(caller);
  if (isConfirmed) return;
  if (tokenId !== undefined)
    throw new ApiError('forbidden', 'This needs a person who confirms that it is them, so a token cannot do it.');
  const message = 'First confirm that it is you, with your passkey or password.';
  throw new ApiError('forbidden', message, [{ path: 'confirm', message }]);
}

/**
 * Returns the signed-in user. Throws `unauthorized` without one, and `forbidden` if the calling page was made for
 * another user: a page stays open while somebody else signs in, in another tab of the browser.
 */
export function requireActor({ actor, pageUser }: ActingCaller): Actor {
  if (!actor) throw new ApiError('unauthorized', 'You are not signed in, or your session has ended. Sign in again.');
  if (pageUser == null || pageUser === String(actor.userId)) return actor;
  throw new ApiError(
    'forbidden',
    'Somebody else is now signed in on this browser, so nothing was changed. ' +
      'Sign in as yourself again, or open the page anew to continue as them.',
  );
}

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
  if (!user || !isPermitted({ ...actor, role: user.role }, permission))
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

/** Browsers on iOS have names of their own, beside that of Safari. */
const browsers: [RegExp, string][] = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/OP(?:R|T)\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Returns a name for a browser by its User-Agent header, such as "Firefox on Linux", so that people recognise it. */
export function describeDevice(userAgent: string): string {
  const findName = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return `${findName(browsers) ?? 'A browser'} on ${findName(systems) ?? 'an unknown system'}`;
}

export async function getCurrentUser(_ctx: Context, _input: object, caller: Caller): Promise<{ user: CurrentUser }> {
  const { userId: id, name, email, role } = requireActor(caller);
  return { user: { id, name, email, role } };
}

/** Returns the sessions of a user that have not ended, the last used first. */
export async function selectSessions({ db }: Context, userId: number, { sessionId }: Pick<Actor, 'sessionId'>) {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLiveSession))
    .orderBy(desc(sessions.seenAt));
  return rows.map(({ id, userAgent, createdAt, seenAt }) => ({
    id,
    device: describeDevice(userAgent),
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    isCurrent: id === sessionId,
  }));
}

/** Returns the caller's sessions that have not ended, the last used first. */
export async function listSessions(ctx: Context, _input: object, caller: Caller) {
  const actor = requireActor(caller);
  return { items: await selectSessions(ctx, actor.userId, actor) };
}

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

/**
 * Ends a session of a user, or all of them, except the caller's own, which they end by signing out. Returns how many.
 */
export function endUserSessions(
  ctx: Context,
  { id, session }: { id: number; session?: string | undefined },
  caller: Caller,
): Promise<{ ended: number }> {
  return runAsActor(ctx, caller, 'manage-users', async (tx, { userId, sessionId }) => {
    const chosen = session === undefined ? undefined : eq(sessions.id, session);
    const { rowCount } = await tx.db
      .delete(sessions)
      .where(and(eq(sessions.userId, id), ne(sessions.id, sessionId), chosen));
    const ended = rowCount ?? 0;
    if (ended === 0) return { ended };
    const [user] = await tx.db.select({ name: users.name }).from(users).where(eq(users.id, id));
    const facts = { count: ended, user: user?.name ?? '' };
    await recordToLog(tx, { kind: 'access.END_SESSIONS', by: userId, facts });
    return { ended };
  });
}

/** Removes ended sessions, expired challenges, and links that expired a month ago; returns how many. */
export async function removeEndedSessions({ db }: Context): Promise<number> {
  const removed = [
    await db.delete(sessions).where(not(isLiveSession as SQL)),
    await db.delete(joinLinks).where(lt(joinLinks.expiresAt, sql`now() - interval '30 days'`)),
    await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`)),
    await db.delete(openIdRequests).where(lt(openIdRequests.expiresAt, sql`now()`)),
  ];
  return removed.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
}
