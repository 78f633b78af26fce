import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server';
import { eq, sql } from 'drizzle-orm';
import type { CompanyContext, Context } from '../../context.ts';
import { passkeys } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { getRelyingParty, loadWebAuthn } from './relying-party.ts';

function refuse(): never {
  throw new ApiError('forbidden', 'This passkey does not belong to an account here. Try another one.');
}

/**
 * Verifies that a stored passkey signed a challenge, and counts its use. Returns the id of its user. Throws `forbidden`
 * for an unknown, foreign or copied passkey, with the same text. Call inside a transaction.
 */
export async function verifyPasskey(
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
