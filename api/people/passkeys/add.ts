import { eq } from 'drizzle-orm';
import type { SignInMethods } from '../../../contract/studio/shapes.ts';
import type { Caller, CompanyContext } from '../../context.ts';
import { passkeys } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import { requireActor } from '../sessions/require-actor.ts';
import { getSignInMethods } from '../users/sign-in-methods.ts';
import { storeChallenge, takeChallenge } from './challenges.ts';
import { createRegistrationOptions, storePasskey } from './register.ts';
import { getRelyingParty } from './relying-party.ts';

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
