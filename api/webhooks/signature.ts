import { createHmac, randomBytes } from 'node:crypto';

/** Creates a secret of 256 bits as base64, as it is stored. */
export const createWebhookSecret = (): string => randomBytes(32).toString('base64');

/** Returns a secret as receivers configure it (Standard Webhooks, "Signature scheme"). */
export const formatWebhookSecret = (secret: string): string => `whsec_${secret}`;

/** Returns the headers of an event, with a signature by each secret (Standard Webhooks, "Webhook headers"). */
export function signWebhook(
  { id, time, body }: { id: string; time: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const seconds = Math.floor(time.getTime() / 1000);
  const signed = `${id}.${seconds}.${body}`;
  const signatures = secrets.map((secret) =>
    createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64'),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.map((signature) => `v1,${signature}`).join(' '),
  };
}
