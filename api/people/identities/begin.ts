import { sql } from 'drizzle-orm';
import { toStudioPath } from '../../../contract/studio/target-path.ts';
import type { ApiContext, Caller } from '../../context.ts';
import { openIdRequests } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { hashToken } from '../../secret-token.ts';
import { requireActor, requireConfirmed } from '../sessions/require-actor.ts';
import { findJoinLink } from '../users/links.ts';
import type { OpenIdProvider } from './provider.ts';

export type OpenIdPurpose = (typeof openIdRequests.$inferSelect)['purpose'];

/** The path to which the provider sends the browser back. */
export const callbackPath = '/studio/sign-in/openid/callback';

/** The minutes within which a sign-in at the provider must be completed. */
export const openIdMinutes = 10;

/** Returns the provider; `not_found` if none is configured. */
export function requireProvider({ openId }: Pick<ApiContext, 'openId'>): OpenIdProvider {
  if (!openId) throw new ApiError('not_found', 'Signing in through another service is not set up here.');
  return openId;
}

/** Returns the error for a provider that cannot be reached or answers wrongly. */
export function createProviderFailure({ name }: OpenIdProvider, cause: unknown): ApiError {
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
