/**
 * Returns the idempotency key of a form sent without JavaScript, a UUID of version 8 (RFC 9562). It is made from the visitor,
 * what the form holds and the day, so that a page anyone may keep needs no key in it, and a double click or a resend of the
 * same text is one submission. `visitor` must be secret: with a guessed key, a stranger could learn what somebody else sent.
 */
export async function contentKey(visitor: string, values: Record<string, string>, now = new Date()): Promise<string> {
  const content = JSON.stringify([
    visitor,
    now.toISOString().slice(0, 10),
    Object.entries(values)
      // Measured, not typed: the second click of two comes later.
      .filter(([name]) => name !== 'fillTime')
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
