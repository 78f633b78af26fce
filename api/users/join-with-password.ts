import { eq } from 'drizzle-orm';
import type { Caller, Context } from '../context.ts';
import { users } from '../db/studio-tables.ts';
import { ApiError } from '../errors.ts';
import { findPasswordProblem } from './common-passwords.ts';
import { findJoinLink } from './links.ts';
import { hashPassword } from './password.ts';
import { findTotpCounter } from './totp.ts';
import { joinByLink, type NewUser } from './use-link.ts';

interface NewPassword {
  token: string;
  password: string;
  /** The authenticator app's secret, base32. */
  secret: string;
  /** A current code of the app, which proves that it has the secret. */
  code: string;
}

/** Uses a link to join up with a password and an authenticator app. Signs in. */
export async function joinWithPassword(
  ctx: Context,
  { token, password, secret, code, ...given }: NewUser & NewPassword,
  caller: Caller,
) {
  const problem = findPasswordProblem(password, [given.name, given.email]);
  if (problem) throw new ApiError('bad_request', `The password ${problem}.`, [{ path: 'password', message: problem }]);
  const totpCounter = findTotpCounter(secret, code);
  if (totpCounter === null) {
    const message = 'is not the code that the app shows now';
    throw new ApiError('bad_request', `The code ${message}.`, [{ path: 'code', message }]);
  }
  const passwordHash = await hashPassword(password);
  return ctx.db.transaction(async (db) => {
    const link = await findJoinLink({ db }, token);
    return joinByLink({ db }, link, given, caller, async (userId) => {
      await db.update(users).set({ passwordHash, totpSecret: secret, totpCounter }).where(eq(users.id, userId));
    });
  });
}
