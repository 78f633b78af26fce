import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import pLimit from 'p-limit';
import type { Context } from '../../context.ts';
import { recoveryCodes } from '../../db/index.ts';
import { ApiError } from '../../errors.ts';
import { hashToken } from '../../tokens.ts';

const hash = promisify(argon2);

/**
 * Argon2id with 47 MiB, one pass, one lane (OWASP Password Storage Cheat Sheet, 2026; RFC 9106). Two at a time, so that
 * attempts to sign in cannot fill the memory.
 */
const settings = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 };
const limit = pLimit(2);

function derive(password: string, salt: Buffer): Promise<Buffer> {
  // Unicode has several spellings of one letter (NIST SP 800-63B-4, section 3.1.1.2).
  const message = Buffer.from(password.normalize('NFKC'));
  return limit(() => hash('argon2id', { message, nonce: salt, ...settings }) as Promise<Buffer>);
}

/** Returns the salt and the hash of a password as one text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('base64url')}.${(await derive(password, salt)).toString('base64url')}`;
}

/** The hash of no password, so that an unknown account takes as long as a known one (ASVS 5.0, 6.3.8). */
const nobody = `${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('base64url')}`;

/** Returns whether a password is right; false for an account without one, after the same time. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [salt = '', expected = ''] = (stored ?? nobody).split('.');
  const derived = await derive(password, Buffer.from(salt, 'base64url'));
  return timingSafeEqual(derived, Buffer.from(expected, 'base64url')) && stored !== null;
}

/** Returns how a code of an authenticator app is computed: RFC 6238 with the defaults of all apps. */
function createTotp(secret: string): TOTP {
  return new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' });
}

/**
 * Returns the counter of the period that a code belongs to, at most one period away from now; null for a wrong code.
 * The caller accepts each counter once (RFC 6238, section 5.2).
 */
export function findTotpCounter(secret: string, code: string): number | null {
  const totp = createTotp(secret);
  const delta = totp.validate({ token: code, window: 1 });
  return delta === null ? null : totp.counter() + delta;
}

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

const count = 10;
const groups = 4;
const groupLength = 4;
/** Without I, O, 0 and 1, which look alike. 16 characters of 32 are 80 bits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function createCode(): string {
  const createGroup = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, createGroup).join('-');
}

/** Returns the hash of a code as it is stored, however it was typed. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toUpperCase().replace(/[^A-Z0-9]/g, ''));
}

/** Replaces the recovery codes of a user and returns the new ones, which are shown once. */
export async function replaceRecoveryCodes({ db }: Context, userId: number): Promise<string[]> {
  const codes = Array.from({ length: count }, createCode);
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(codes.map((code) => ({ codeSha256: hashRecoveryCode(code), userId })));
  return codes;
}
