import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { SignInMethods } from '../../contract/studio/shapes.ts';
import { readPublishedSettings } from '../content/index.ts';
import type { Caller, CompanyContext, Context } from '../context.ts';
import { isUniqueViolation, passkeyChallenges, passkeys } from '../db/index.ts';
import { ApiError } from '../errors.ts';
import { recordFailedSignIn } from '../log/index.ts';
import { describeDevice, requireActor, startSession } from './sessions.ts';
import { findJoinLink, joinByLink, type NewUser } from './users/links.ts';
import { confirmSession } from './users/sign-in.ts';
import { getSignInMethods } from './users/sign-in-methods.ts';

/** Returns the relying party of WebAuthn: the site's host and its origin (Web Authentication Level 3, section 4). */
function getRelyingParty({ company }: CompanyContext): { id: string; origin: string } {
  const { hostname, origin } = new URL(company.siteUrl());
  return { id: hostname, origin };
}

/** Loads the library when somebody signs in, because a server without editors never needs the library. */
function loadWebAuthn(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server');
}

type Purpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

/** Stores a challenge for five minutes. `subject` names whom a new passkey is for. */
async function storeChallenge(
  { db }: Context,
  challenge: string,
  purpose: Purpose,
  subject: string | null,
): Promise<void> {
  await db
    .insert(passkeyChallenges)
    .values({ challenge, purpose, subject, expiresAt: sql`now() + interval '5 minutes'` });
}

/** Returns the challenge that a browser signed (Web Authentication Level 3, section 5.8.1). */
function readChallenge(credential: object): string {
  const { clientDataJSON } = (credential as { response?: { clientDataJSON?: unknown } }).response ?? {};
  try {
    const data: unknown = JSON.parse(Buffer.from(String(clientDataJSON), 'base64url').toString());
    return String((data as { challenge?: unknown }).challenge);
  } catch {
    return '';
  }
}

/**
 * Removes the challenge that a credential answers, so that an answer is accepted once, and returns it. Throws
 * `bad_request` for an unknown, expired or used challenge.
 */
async function takeChallenge(
  { db }: Context,
  credential: object,
  purpose: Purpose,
  subject: string | null,
): Promise<string> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, readChallenge(credential)),
        eq(passkeyChallenges.purpose, purpose),
        sql`${passkeyChallenges.subject} is not distinct from ${subject}`,
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  if (!taken) throw new ApiError('bad_request', 'This took too long or was already used. Please try again.');
  return taken.challenge;
}

function refuse(): never {
  throw new ApiError('forbidden', 'This passkey does not belong to an account here. Try another one.');
}

/**
 * Verifies that a stored passkey signed a challenge, and counts its use. Returns the id of its user. Throws `forbidden`
 * for an unknown, foreign or copied passkey, with the same text. Call inside a transaction.
 */
async function verifyPasskey(
  ctx: CompanyContext,
  tx: Context,
  credential: { id: string },
  challenge: string,
  expectedUserId: number | null,
): Promise<number> {
  const { id: rpId, origin } = getRelyingParty(ctx);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const [stored] = await tx.db.select().from(passkeys).where(eq(passkeys.id, credential.id)).for('update');
  if (!stored || (expectedUserId !== null && stored.userId !== expectedUserId)) refuse();
  const verified = await verifyAuthenticationResponse({
    // The library checks every field, and throws if one is missing.
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: stored.id,
      publicKey: new Uint8Array(stored.publicKey),
      counter: stored.counter,
      transports: stored.transports as AuthenticatorTransport[],
    },
  }).catch(() => null);
  if (!verified?.verified) refuse();
  await tx.db
    .update(passkeys)
    .set({ counter: verified.authenticationInfo.newCounter, usedAt: sql`now()` })
    .where(eq(passkeys.id, stored.id));
  return stored.userId;
}

/** Ed25519, ES256 and RS256: every authenticator has at least one of them (COSE algorithm numbers, RFC 9053). */
const algorithms = [-8, -7, -257];

interface NewPasskeyOwner {
  /** The account as the browser's dialog names it. */
  userName: string;
  displayName: string;
  /** Ids of passkeys that the user has; an authenticator with one of them is not asked again. */
  known?: readonly string[];
}

/** Returns what the browser needs to create a passkey that works without a user name. */
async function createRegistrationOptions(ctx: CompanyContext, { userName, displayName, known = [] }: NewPasskeyOwner) {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const { company } = await readPublishedSettings(ctx);
  return generateRegistrationOptions({
    rpName: company.name,
    rpID: getRelyingParty(ctx).id,
    userName,
    userDisplayName: displayName,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((passkey) => ({ id: passkey })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Stores a new passkey of a user after verifying it. Throws `bad_request` for a credential that is not valid. */
async function storePasskey(
  { db }: Context,
  { id, origin }: { id: string; origin: string },
  { userId, challenge, credential, name }: { userId: number; challenge: string; credential: object; name: string },
): Promise<void> {
  const refuse = (): never => {
    throw new ApiError('bad_request', 'The passkey could not be verified. Please create it again.');
  };
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!verified?.verified) return refuse();
  const { credential: made } = verified.registrationInfo;
  await db
    .insert(passkeys)
    .values({
      id: made.id,
      userId,
      publicKey: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: made.transports ?? [],
      name,
    })
    .catch((error: unknown) => {
      // The id of somebody else's passkey is refused like every other invalid credential.
      if (isUniqueViolation(error)) return refuse();
      throw error;
    });
}

/** The most passkeys of one user. */
const maxPasskeys = 20;

/** Returns what the browser needs to create a further passkey of the user. `conflict` if they have twenty. */
export async function beginPasskey(ctx: CompanyContext, _input: object, caller: Caller) {
  const { userId, name, email } = requireActor(caller);
  const stored = await ctx.db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId));
  if (stored.length >= maxPasskeys)
    throw new ApiError('conflict', `You have ${maxPasskeys} passkeys. Remove one first.`);
  const known = stored.map(({ id }) => id);
  const options = await createRegistrationOptions(ctx, { userName: email, displayName: name, known });
  await storeChallenge(ctx, options.challenge, 'ADD', String(userId));
  return { options };
}

/** Stores a further passkey of the user. Throws `bad_request` for a credential that is not valid. */
export async function addPasskey(
  ctx: CompanyContext,
  { name, credential }: { name?: string | undefined; credential: object },
  caller: Caller,
): Promise<SignInMethods> {
  const { userId } = requireActor(caller);
  const challenge = await takeChallenge(ctx, credential, 'ADD', String(userId));
  await storePasskey(ctx, getRelyingParty(ctx), {
    userId,
    challenge,
    credential,
    name: name ?? describeDevice(caller.userAgent),
  });
  return getSignInMethods(ctx, {}, caller);
}

/** Returns what the browser needs to create the passkey of a new user, or a new one of an existing user. */
export async function beginJoin(ctx: CompanyContext, { token, name, email }: NewUser & { token: string }) {
  const link = await ctx.db.transaction((tx) => findJoinLink({ db: tx }, token));
  const owner = { userName: link.email ?? email, displayName: name };
  const options = await createRegistrationOptions(ctx, owner);
  await storeChallenge(ctx, options.challenge, 'JOIN', link.tokenSha256);
  return { options };
}

/** Uses a link to join up: creates its user, or resets an existing one, with a passkey. Signs in. */
export async function finishJoin(
  ctx: CompanyContext,
  { token, credential, ...given }: NewUser & { token: string; credential: object },
  caller: Caller,
) {
  const party = getRelyingParty(ctx);
  return ctx.db.transaction(async (db) => {
    const tx = { db };
    const link = await findJoinLink(tx, token);
    const challenge = await takeChallenge(tx, credential, 'JOIN', link.tokenSha256);
    return joinByLink(tx, link, given, caller, (userId) =>
      storePasskey(tx, party, { userId, challenge, credential, name: describeDevice(caller.userAgent) }),
    );
  });
}

/** Returns what the browser needs to ask for a passkey. No user is named, because the passkey identifies its user. */
export async function beginSignIn(ctx: CompanyContext) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(ctx).id,
    userVerification: 'required',
  });
  await storeChallenge(ctx, options.challenge, 'SIGN_IN', null);
  return { options };
}

/** Signs in with a passkey. Throws `forbidden` for an unknown or copied passkey, with the same text. */
export async function finishSignIn(
  ctx: CompanyContext,
  { credential }: { credential: { id: string } },
  caller: Caller,
) {
  // Outside the transaction, because a failed attempt uses the challenge up too.
  const challenge = await takeChallenge(ctx, credential, 'SIGN_IN', null);
  return ctx.db
    .transaction(async (db) => {
      const userId = await verifyPasskey(ctx, { db }, credential, challenge, null);
      return startSession({ db }, userId, caller, { way: 'a passkey' });
    })
    .catch(async (error: unknown) => {
      // After the transaction, which takes back what is stored in it.
      if (error instanceof ApiError) await recordFailedSignIn(ctx, 'a passkey', null);
      throw error;
    });
}

/** Returns what the browser needs to ask for one of the user's passkeys. */
export async function beginConfirm(ctx: CompanyContext, _input: object, caller: Caller) {
  const { userId } = requireActor(caller);
  const known = await ctx.db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId));
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(ctx).id,
    allowCredentials: known,
    userVerification: 'required',
  });
  await storeChallenge(ctx, options.challenge, 'CONFIRM', String(userId));
  return { options };
}

/** Confirms the session by a passkey of its user. Throws `forbidden` for any other passkey. */
export async function finishConfirm(
  ctx: CompanyContext,
  { credential }: { credential: { id: string } },
  caller: Caller,
): Promise<{ error: null }> {
  const { userId } = requireActor(caller);
  const challenge = await takeChallenge(ctx, credential, 'CONFIRM', String(userId));
  return ctx.db.transaction(async (db) => {
    await verifyPasskey(ctx, { db }, credential, challenge, userId);
    return confirmSession({ db }, caller);
  });
}
