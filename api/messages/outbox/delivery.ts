import { createHash } from 'node:crypto';
import type { FormSettings } from '../../../contract/content/form-schemas.ts';
import { mailTemplates } from '../../../contract/content/mail-templates.ts';
import { fillText } from '../../../contract/content/placeholders.ts';
import type { outbox } from '../../db/index.ts';

export type QueuedMail = typeof outbox.$inferSelect;

/** A mail as the mail server gets it. */
export interface OutgoingMail {
  /** Equal for every attempt, so that a mail client recognises a duplicate. */
  id: string;
  recipient: string;
  /** The name beside the company's address; null: the company's own. */
  fromName: string | null;
  replyTo: string | null;
  subject: string;
  body: string;
  /** iCalendar files. */
  calendars: { content: string; method: string }[];
  /** With angle brackets; null: made from `id`. */
  messageId: string | null;
  inReplyTo: string | null;
  referenceIds: string[];
  /** Called before the mail server gets the end of the mail. If it rejects, the mail is not sent. */
  handOver?: () => Promise<void>;
}

function mergeCalendars(mails: QueuedMail[]): OutgoingMail['calendars'] {
  return mails.flatMap(({ calendar, calendarMethod }) =>
    calendar && calendarMethod ? [{ content: calendar, method: calendarMethod }] : [],
  );
}

/** The words of a mail that holds several. */
export type MergedWords = FormSettings['mails']['merged'];

/** Merges mails to one recipient into one mail; a single mail is not changed. */
export function mergeMails(
  mails: [QueuedMail, ...QueuedMail[]],
  words: MergedWords = mailTemplates.merged,
): OutgoingMail {
  const [{ id, recipient, replyTo, subject, body, fromName, messageId, inReplyTo, referenceIds }] = mails;
  const calendars = mergeCalendars(mails);
  const single = { id: String(id), recipient, fromName, replyTo, subject, body, calendars };
  if (mails.length === 1) return { ...single, messageId, inReplyTo, referenceIds };
  const digest = createHash('sha256')
    .update(mails.map((mail) => mail.id).join())
    .digest('hex');
  const list = mails.map((mail, index) => `${index + 1}. ${mail.subject}`).join('\n');
  const texts = mails.map((mail, index) => `--------\n\n${index + 1}. ${mail.subject}\n\n${mail.body.trimEnd()}\n`);
  const values = { count: String(mails.length), list };
  return {
    ...single,
    id: `${id}-${digest.slice(0, 16)}`,
    subject: fillText(words.subject, values),
    body: `${fillText(words.text, values).trimEnd()}\n\n${texts.join('\n')}`,
    messageId: null,
    inReplyTo: null,
    referenceIds: [],
  };
}

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
