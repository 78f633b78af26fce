import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from './context.ts';
import { readSharedValue } from './db/index.ts';

/** The purpose of a token; a token is invalid for any other purpose. */
export type TokenPurpose = 'preview' | 'consultation' | 'proof-of-work' | 'rate-limit' | 'unused-files' | 'form-key';

/** Returns the HMAC-SHA256 of a text under the installation's key and a purpose. */
export async function signText(ctx: Context, purpose: TokenPurpose, text: string): Promise<Buffer> {
  const key = await readSharedValue(ctx, 'signing_key');
  if (key === null) throw new Error('The database holds no signing_key');
  return createHmac('sha256', key).update(`${purpose}\0${text}`).digest();
}

/** Creates a signed token: a JSON value and its signature, both base64url, with a dot between. */
export async function createSignedToken(ctx: Context, purpose: TokenPurpose, value: unknown): Promise<string> {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${(await signText(ctx, purpose, text)).toString('base64url')}`;
}

/** Returns the value of a valid token, whose shape the caller has to validate; null otherwise. */
export async function readSignedToken(ctx: Context, purpose: TokenPurpose, token: string): Promise<unknown> {
  const [, text, mac] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(token) ?? [];
  if (!text || !mac) return null;
  // The texts are compared, because decoding ignores two bits of the last character (RFC 4648, section 3.5).
  const expected = (await signText(ctx, purpose, text)).toString('base64url');
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}

/** Creates a secret of 256 bits as base64url. Only its hash is stored. */
export function createSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 of a secret, as stored. A secret of 256 random bits needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
