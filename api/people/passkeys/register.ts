import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { readPublishedSettings } from '../../content/index.ts';
import type { CompanyContext, Context } from '../../context.ts';
import { isUniqueViolation, passkeys } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { getRelyingParty, loadWebAuthn } from './relying-party.ts';

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
export async function createRegistrationOptions(
  ctx: CompanyContext,
  { userName, displayName, known = [] }: NewPasskeyOwner,
) {
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
export async function storePasskey(
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
