import { ApiError } from '../errors.ts';
import { findPasswordProblem } from './common-passwords.ts';
import { findTotpCounter } from './totp.ts';

export interface NewPassword {
  password: string;
  /** The authenticator app's secret, base32. */
  secret: string;
  /** A current code of the app, which proves that it has the secret. */
  code: string;
}

/**
 * Checks a new password and the authenticator app that belongs to it. `names` are words known about their owner.
 * Returns the counter of the code, which is used up. Throws `bad_request` with the field at fault.
 */
export function checkNewPassword({ password, secret, code }: NewPassword, names: readonly string[]): number {
  const problem = findPasswordProblem(password, names);
  if (problem) throw new ApiError('bad_request', `The password ${problem}.`, [{ path: 'password', message: problem }]);
  const counter = findTotpCounter(secret, code);
  if (counter !== null) return counter;
  const message = 'is not the code that the app shows now';
  throw new ApiError('bad_request', `The code ${message}.`, [{ path: 'code', message }]);
}
