import { eq } from 'drizzle-orm';
import type { Caller, Context } from '../../context.ts';
import { users } from '../../db/index.ts';
import { checkNewPassword, type NewPassword } from './check-new-password.ts';
import { findJoinLink, readJoinLink } from './links.ts';
import { hashPassword } from './password.ts';
import { joinByLink, type NewUser } from './use-link.ts';

/** Uses a link to join up with a password and an authenticator app. Signs in. */
export async function joinWithPassword(
  ctx: Context,
  { token, password, secret, code, ...given }: NewUser & NewPassword & { token: string },
  caller: Caller,
) {
  // Before the hash: strangers without a link must not make the server compute hashes.
  await readJoinLink(ctx, { token });
  const totpCounter = checkNewPassword({ password, secret, code }, [given.name, given.email]);
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (db) => {
    const link = await findJoinLink({ db }, token);
    return joinByLink({ db }, link, given, caller, async (userId) => {
      await db.update(users).set({ passwordHash, totpSecret: secret, totpCounter }).where(eq(users.id, userId));
    });
  });
}
