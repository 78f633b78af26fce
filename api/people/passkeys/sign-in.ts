import type { Caller, CompanyContext } from '../../context.ts';
import { startSession } from '../sessions/start.ts';
import { storeChallenge, takeChallenge } from './challenges.ts';
import { getRelyingParty, loadWebAuthn } from './relying-party.ts';
import { verifyPasskey } from './verify.ts';

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
  return ctx.db.transaction(async (db) =>
    startSession({ db }, await verifyPasskey(ctx, { db }, credential, challenge, null), caller),
  );
}
