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
