import type { OutgoingMail } from './merge-mails.ts';

// What sending a mail can end with, for mails that the site writes and for those that people write.

/**
 * Sends one mail to a mail server, and returns its Message-ID if it is known. Rejects where the server refuses the
 * mail, with `MailServerUnreachableError` where the cause is not the mail.
 */
export type SendMail = (mail: OutgoingMail) => Promise<string | undefined>;

/** The mail server does not answer or refuses the login. Such a failure does not count as an attempt of a mail. */
export class MailServerUnreachableError extends Error {
  override readonly name = 'MailServerUnreachable';
}

/** What became of the attempt to send the next mail. */
export type DeliveryOutcome = 'nothing due' | 'postponed' | 'tried' | MailServerUnreachableError;

/** Seconds. */
const maxRetryDelay = 6 * 60 * 60;
/** With the delays of `getRetryDelay` the last attempt is 63 hours after the first. */
export const maxAttempts = 25;

/**
 * Returns the seconds until the next attempt: 1, 2, 4 … up to 6 h. Each varies by ± 20 %, so that the mails of an
 * outage do not return all at once. Early delays are short, because most failures last seconds and visitors wait for a
 * receipt.
 */
export function getRetryDelay(attempts: number): number {
  return Math.min(maxRetryDelay, 2 ** (attempts - 1)) * (0.8 + 0.4 * Math.random());
}

/**
 * Returns whether a failure is permanent in SMTP (RFC 5321, section 4.2.1), so that the mail is not tried again. A
 * refusal of the sender counts as temporary, because correcting a setting mends it.
 */
export function isPermanent(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as { responseCode?: number; command?: string };
  return responseCode >= 500 && responseCode < 600 && command !== 'MAIL FROM';
}
