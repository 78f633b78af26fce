import type { FormValues } from '../form-values.ts';
import type { SubmissionArgs } from '../submission.ts';

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
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))).slice(0, 16);
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
  return createIdempotencyKey((await client.getXsrfToken?.()) ?? crypto.randomUUID(), values, openedAt);
}
