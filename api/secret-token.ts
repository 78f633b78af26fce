import { createHash, randomBytes } from 'node:crypto';

/** Creates a secret of 256 bits as base64url. Only its hash is stored. */
export function createSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a secret, as stored. A secret of 256 random bits needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
