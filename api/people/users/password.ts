import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

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
