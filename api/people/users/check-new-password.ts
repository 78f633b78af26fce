import { ApiError } from '../../errors.ts';
import { findTotpCounter } from './totp.ts';

/**
 * Words that long but guessable passwords consist of. NIST SP 800-63B-4, section 3.1.1.2, asks for a list of known
 * passwords; of those with 15 characters and more, nearly all repeat or join such words.
 */
const guessable =
  /(?:password|passwort|letmein|welcome|admin|qwerty|qwertz|azerty|asdf|iloveyou|studio|secret|login)/gi;

/** Returns why a password is easy to guess; null if no rule says so. `names` are words known about its owner. */
function findPasswordProblem(password: string, names: readonly string[]): string | null {
  const plain = password.toLowerCase();
  if (new Set(plain).size < 6) return 'repeats only a few characters';
  if ('0123456789012345678901234567890'.includes(plain) || 'abcdefghijklmnopqrstuvwxyz'.includes(plain))
    return 'is a sequence';
  const own = names.flatMap((name) => name.toLowerCase().split(/[\s@._-]+/)).filter((word) => word.length > 3);
  const rest = own.reduce((text, word) => text.replaceAll(word, ''), plain.replace(guessable, ''));
  return rest.replace(/[\d\W_]/g, '').length < 4 && new Set(rest).size < 8
    ? 'consists of common words and numbers'
    : null;
}

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
