import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server';
import { eq, sql } from 'drizzle-orm';
import type { Caller, CompanyContext } from '../context.ts';
import { passkeys } from '../db/studio-tables.ts';
import { ApiError } from '../errors.ts';
import { startSession } from '../sessions/start.ts';
import { storeChallenge, takeChallenge } from './challenges.ts';
import { getRelyingParty, loadWebAuthn } from './relying-party.ts';

/** Returns what the browser needs to ask for a passkey. It names no user: the passkey does. */
export async function beginSignIn(ctx: CompanyContext) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: getRelyingParty(ctx).id,
    userVerification: 'required',
  });
  await storeChallenge(ctx, options.challenge, 'SIGN_IN', null);
  return { options };
}

function refuse(): never {
  throw new ApiError('forbidden', 'This passkey does not belong to an account here. Try another one.');
}

/** Signs in with a passkey. Throws `forbidden` for an unknown or copied passkey, with the same text. */
export async function finishSignIn(
  ctx: CompanyContext,
  { credential }: { credential: { id: string } },
  caller: Caller,
) {
  const { id: rpId, origin } = getRelyingParty(ctx);
  // Outside the transaction: a challenge is used up by a failed attempt too.
  const challenge = await takeChallenge(ctx, credential, 'SIGN_IN', null);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  return ctx.db.transaction(async (db) => {
    const [stored] = await db.select().from(passkeys).where(eq(passkeys.id, credential.id)).for('update');
    if (!stored) refuse();
    const verified = await verifyAuthenticationResponse({
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
    await db
      .update(passkeys)
      .set({ counter: verified.authenticationInfo.newCounter, usedAt: sql`now()` })
      .where(eq(passkeys.id, stored.id));
    return startSession({ db }, stored.userId, caller);
  });
}
