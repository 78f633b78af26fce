import type { FormValues } from '../form-values.ts';
import type { SubmissionArgs } from '../submission.ts';

/** The bytes of keys by content, where `crypto.subtle` is missing. */
const randomBytes = new Map<string, Uint8Array<ArrayBuffer>>();

/**
 * Returns 16 bytes that are the same for the same content. Over plain HTTP browsers have no `crypto.subtle`, except on
 * localhost. The bytes are then random, and the same only until the page is left.
 */
async function hashContent(content: string): Promise<Uint8Array<ArrayBuffer>> {
  // The types of TypeScript assume a secure context.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) {
    const bytes = randomBytes.get(content) ?? crypto.getRandomValues(new Uint8Array(16));
    randomBytes.set(content, bytes);
    return bytes;
  }
  return new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(content))).slice(0, 16);
}

/**
 * Returns the idempotency key of a form, a UUID of version 8 (RFC 9562) derived from the visitor, the day and the
 * content. The same content sent again has the same key and is stored once; changed content has a new key. No page has
 * to hold a key. `visitor` must be secret: with a guessed key, a stranger could learn what somebody else sent.
 */
export async function createIdempotencyKey(visitor: string, values: FormValues, day: Date): Promise<string> {
  const content = JSON.stringify([
    visitor,
    day.toISOString().slice(0, 10),
    Object.entries(values)
      // The fill time differs between attempts.
      .filter(([name]) => name !== 'fillTime')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  const bytes = await hashContent(content);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * Returns the key of a form that a browser sends. The secret is the XSRF token: its cookie survives a reload, and so
 * does the key.
 */
export async function createBrowserKey({ client, values, openedAt }: SubmissionArgs): Promise<string> {
  // The server refuses a form from a browser without cookies, so a random secret does no harm.
  const secret = (await client.getXsrfToken?.()) ?? String(crypto.getRandomValues(new Uint8Array(16)));
  return createIdempotencyKey(secret, values, openedAt);
}
