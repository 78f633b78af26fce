import type { Caller, CompanyContext } from '../../context.ts';
import { describeDevice } from '../sessions/describe-device.ts';
import { findJoinLink } from '../users/links.ts';
import { joinByLink, type NewUser } from '../users/use-link.ts';
import { storeChallenge, takeChallenge } from './challenges.ts';
import { createRegistrationOptions, storePasskey } from './register.ts';
import { getRelyingParty } from './relying-party.ts';

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
