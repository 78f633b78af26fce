import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from './context.ts';
import { sharedValues } from './db/tables.ts';

/** What a token is for; one made for one purpose is worth nothing for another. */
export type TokenPurpose = 'preview' | 'consultation' | 'proof-of-work' | 'rate-limit' | 'unused-files' | 'form-key';

/** HMAC-SHA256 of a text under the installation's key and a purpose. */
export async function signText({ db }: Context, purpose: TokenPurpose, text: string): Promise<Buffer> {
  const [row] = await db.select().from(sharedValues).where(eq(sharedValues.name, 'signing_key'));
  if (!row) throw new Error('The database holds no signing_key');
  return createHmac('sha256', row.value).update(`${purpose}\0${text}`).digest();
}

/** A token that holds a JSON value and cannot be forged: value and signature, both base64url, a dot between. */
export async function makeSignedToken(ctx: Context, purpose: TokenPurpose, value: unknown): Promise<string> {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${text}.${(await signText(ctx, purpose, text)).toString('base64url')}`;
}

/** The value of a token of ours, of a shape the caller has to check; null for anything else. */
export async function readSignedToken(ctx: Context, purpose: TokenPurpose, token: string): Promise<unknown> {
  const [, text, mac] = /^([\w-]{1,400})\.([\w-]{43})$/.exec(token) ?? [];
  if (!text || !mac) return null;
  // The texts are compared, not their bytes: the last character has two bits that decoding ignores (RFC 4648, section 3.5).
  const expected = (await signText(ctx, purpose, text)).toString('base64url');
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}
