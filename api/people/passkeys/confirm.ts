import { eq } from 'drizzle-orm';
import type { Caller, CompanyContext } from '../../context.ts';
import { passkeys } from '../../db/index.ts';
import { confirmSession } from '../sessions/confirm.ts';
import { requireActor } from '../sessions/require-actor.ts';
import { storeChallenge, takeChallenge } from './challenges.ts';
import { getRelyingParty, loadWebAuthn } from './relying-party.ts';
import { verifyPasskey } from './verify.ts';

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
