import { and, eq, gt, sql } from 'drizzle-orm';
import { toStudioPath } from '../../../contract/studio/target-path.ts';
import type { ApiContext, Caller, Context } from '../../context.ts';
import { isUniqueViolation, openIdRequests, userIdentities } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { recordFailedSignIn, recordToLog } from '../../log/index.ts';
import { hashToken } from '../../tokens.ts';
import { requireActor, requireConfirmed, startSession } from '../sessions.ts';
import { findJoinLink, findJoinLinkByHash, joinByLink } from '../users/links.ts';
import { confirmSession } from '../users/sign-in.ts';
import type { Identity, OpenIdProvider } from './provider.ts';

type OpenIdPurpose = (typeof openIdRequests.$inferSelect)['purpose'];

/** The path to which the provider sends the browser back. */
export const callbackPath = '/studio/sign-in/openid/callback';

/** The minutes within which a sign-in at the provider must be completed. */
const openIdMinutes = 10;

/** Returns the provider. Throws `not_found` if none is configured. */
function requireProvider({ openId }: Pick<ApiContext, 'openId'>): OpenIdProvider {
  if (!openId) throw new ApiError('not_found', 'Signing in through another service is not set up here.');
  return openId;
}

/** Returns the error for a provider that cannot be reached or answers wrongly. */
function createProviderFailure({ name }: OpenIdProvider, cause: unknown): ApiError {
  const message = `${name} is not responding properly. Try again later, or use a passkey or your password.`;
  return Object.assign(new ApiError('unavailable', message), { cause });
}

interface Begin {
  purpose: OpenIdPurpose;
  target: string;
  token?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
}

/**
 * Returns the columns that say whom a request is for: the user of the session, or the link of a new user. Throws if
 * either is not valid.
 */
async function findSubject(ctx: ApiContext, { purpose, token, name, email }: Begin, caller: Caller) {
  if (purpose === 'SIGN_IN') return {};
  if (purpose === 'JOIN') {
    const link = await ctx.db.transaction((tx) => findJoinLink({ db: tx }, token ?? ''));
    if (!name || !(link.email ?? email))
      throw new ApiError('bad_request', 'Your name and e-mail address are required.');
    return { linkSha256: link.tokenSha256, name, email: link.email ?? email };
  }
  // Otherwise a person who finds an open session could add an identity of their own.
  if (purpose === 'ADD') requireConfirmed(caller);
  return { userId: requireActor(caller).userId };
}

/**
 * Begins a sign-in at the provider, for `openIdMinutes`, and binds it to the caller's browser. Returns the address to
 * send the browser to. `unavailable` if the provider cannot be reached.
 */
export async function beginOpenId(ctx: ApiContext, given: Begin, caller: Caller): Promise<{ address: string }> {
  const provider = requireProvider(ctx);
  const subject = await findSubject(ctx, given, caller);
  const callback = ctx.company.siteUrl() + callbackPath;
  const begun = await provider.begin(callback, given.purpose === 'CONFIRM').catch((cause: unknown) => {
    throw createProviderFailure(provider, cause);
  });
  const { address, state, nonce, codeVerifier } = begun;
  await ctx.db.insert(openIdRequests).values({
    ...subject,
    stateSha256: hashToken(state),
    purpose: given.purpose,
    nonce,
    codeVerifier,
    target: toStudioPath(given.target),
    expiresAt: sql`now() + make_interval(mins => ${openIdMinutes})`,
  });
  caller.setOpenIdState?.(state);
  return { address };
}

type OpenIdRequest = typeof openIdRequests.$inferSelect;

const createLateError = () =>
  new ApiError('bad_request', 'This sign-in took too long or was already used. Please try again.');

/**
 * Returns the state of an answer of the provider. Throws `bad_request` unless the caller's browser began that sign-in:
 * another browser's sign-in would sign this one in as somebody else.
 */
export function requireOwnState(query: URLSearchParams, { openIdState }: Pick<Caller, 'openIdState'>): string {
  const state = query.get('state');
  if (!state || openIdState !== state) throw createLateError();
  return state;
}

/** Removes the request that the browser began, so that an answer of the provider is used once, and returns it. */
async function takeRequest(
  { db }: Context,
  query: URLSearchParams,
  caller: Caller,
): Promise<OpenIdRequest & { state: string }> {
  const state = requireOwnState(query, caller);
  caller.setOpenIdState?.(null);
  const [request] = await db
    .delete(openIdRequests)
    .where(and(eq(openIdRequests.stateSha256, hashToken(state)), gt(openIdRequests.expiresAt, sql`now()`)))
    .returning();
  if (!request) throw createLateError();
  return { ...request, state };
}

/** Returns a refusal with its reason, which the screens show in their own words. */
function createRefusal(reason: 'cancelled' | 'stale' | 'stranger' | 'unknown', message: string): ApiError {
  return new ApiError('forbidden', message, [{ path: reason, message }]);
}

/** Seconds by which the provider's clock may be behind ours. */
const clockDifference = 30;

/**
 * Returns whether the person proved who they are after the request had begun. A provider with an open session answers
 * without asking, so its answer does not prove who uses the browser now. The request for a new sign-in is in the
 * address, from which that person may have removed it (OpenID Connect Core 1.0, section 3.1.2.1, `max_age`).
 */
function isProof({ authenticatedAt }: Identity, { expiresAt }: OpenIdRequest): boolean {
  const begunAt = expiresAt.getTime() - openIdMinutes * 60_000;
  return authenticatedAt !== null && authenticatedAt.getTime() >= begunAt - clockDifference * 1000;
}

async function findUserId({ db }: Context, { issuer, subject }: Identity): Promise<number | null> {
  const [found] = await db
    .update(userIdentities)
    .set({ usedAt: sql`now()` })
    .where(and(eq(userIdentities.issuer, issuer), eq(userIdentities.subject, subject)))
    .returning({ userId: userIdentities.userId });
  return found?.userId ?? null;
}

async function storeIdentity({ db }: Context, userId: number, { issuer, subject }: Identity): Promise<void> {
  try {
    await db.insert(userIdentities).values({ userId, issuer, subject });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ApiError('conflict', 'This account already belongs to another user of the Studio.');
  }
}

/** Joins, signs in, adds the identity or confirms the session, by the purpose of the request. */
async function completePurpose(
  ctx: ApiContext,
  request: OpenIdRequest,
  identity: Identity,
  caller: Caller,
): Promise<void> {
  const { purpose, linkSha256, name, email, userId } = request;
  if (purpose === 'JOIN') {
    await ctx.db.transaction(async (db) => {
      const link = await findJoinLinkByHash({ db }, linkSha256 ?? '');
      const person = { name: name ?? '', email: email ?? '' };
      await joinByLink({ db }, link, person, caller, (id) => storeIdentity({ db }, id, identity));
    });
    return;
  }
  if (purpose === 'SIGN_IN') {
    const id = await findUserId(ctx, identity);
    const way = 'the company’s sign-in';
    if (id === null) {
      await recordFailedSignIn(ctx, way, null);
      const message =
        'Nobody in the Studio has this account. Ask an owner for an invitation, or sign in another way and add it.';
      throw createRefusal('unknown', message);
    }
    await startSession(ctx, id, caller, { isConfirmed: isProof(identity, request), way });
    return;
  }
  // Somebody else may have signed in with this browser meanwhile.
  if (requireActor(caller).userId !== userId)
    throw createRefusal('stranger', 'You are now signed in as somebody else.');
  if (purpose === 'ADD') {
    await ctx.db.transaction(async (tx) => {
      await storeIdentity({ db: tx }, userId, identity);
      await recordToLog({ db: tx }, { kind: 'user.IDENTITY', by: userId });
    });
    return;
  }
  if ((await findUserId(ctx, identity)) !== userId)
    throw createRefusal('stranger', 'That account belongs to somebody else.');
  if (!isProof(identity, request))
    throw createRefusal('stale', 'The provider did not ask you to sign in. Sign out there, then try again.');
  await confirmSession(ctx, caller);
}

/**
 * Completes a sign-in at the provider, by the query of the address to which the provider sent the browser back. Returns
 * the screen that follows. `bad_request` for a sign-in that is unknown, too old, used, or of another browser;
 * `forbidden` for an unknown or disabled person, or one who cancelled; `unavailable` for a provider that fails.
 */
export async function finishOpenId(
  ctx: ApiContext,
  { query }: { query: string },
  caller: Caller,
): Promise<{ target: string }> {
  const provider = requireProvider(ctx);
  const parameters = new URLSearchParams(query);
  const request = await takeRequest(ctx, parameters, caller);
  if (parameters.get('error') === 'access_denied')
    throw createRefusal('cancelled', `${provider.name} did not sign you in. Try again, or sign in another way.`);
  const returned = new URL(`${ctx.company.siteUrl()}${callbackPath}?${parameters}`);
  const identity = await provider.finish(returned, request).catch((cause: unknown) => {
    throw createProviderFailure(provider, cause);
  });
  await completePurpose(ctx, request, identity, caller);
  return { target: request.target };
}
