import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Caller, CompanyContext, Context } from '../context.ts';
import { passkeys } from '../db/studio-tables.ts';
import { ApiError } from '../errors.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import { findJoinLink } from '../users/links.ts';
import { joinByLink, type NewUser } from '../users/use-link.ts';
import { storeChallenge, takeChallenge } from './challenges.ts';
import { getRelyingParty, loadWebAuthn } from './relying-party.ts';

/** Ed25519, ES256 and RS256, which all authenticators between them have (COSE algorithm numbers, RFC 9053). */
const algorithms = [-8, -7, -257];

/** Returns what the browser needs to create a passkey that works without a user name. */
export async function beginJoin(ctx: CompanyContext, { token, name, email }: NewUser & { token: string }) {
  const link = await ctx.db.transaction((tx) => findJoinLink({ db: tx }, token));
  const { generateRegistrationOptions } = await loadWebAuthn();
  const { id, name: rpName } = getRelyingParty(ctx);
  const options = await generateRegistrationOptions({
    rpName,
    rpID: id,
    userName: link.email ?? email,
    userDisplayName: name,
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await storeChallenge(ctx, options.challenge, 'JOIN', link.tokenSha256);
  return { options };
}

/** Stores a new passkey of a user after verifying it. Throws `bad_request` for a credential that is not valid. */
async function storePasskey(
  { db }: Context,
  { id, origin }: { id: string; origin: string },
  { userId, challenge, credential, device }: { userId: number; challenge: string; credential: object; device: string },
): Promise<void> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null);
  if (!verified?.verified)
    throw new ApiError('bad_request', 'The passkey could not be verified. Please create it again.');
  const { credential: made } = verified.registrationInfo;
  await db.insert(passkeys).values({
    id: made.id,
    userId,
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: made.transports ?? [],
    name: device,
  });
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
      storePasskey(tx, party, { userId, challenge, credential, device: describeDevice(caller.userAgent) }),
    );
  });
}
