import { createHash } from 'node:crypto';
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

/** Merges mails to one recipient into one mail; a single mail is not changed. */
export function mergeMails(mails: [QueuedMail, ...QueuedMail[]]): OutgoingMail {
  const [{ id, recipient, replyTo, subject, body, fromName, messageId, inReplyTo, referenceIds }] = mails;
  const calendars = mergeCalendars(mails);
  const single = { id: String(id), recipient, fromName, replyTo, subject, body, calendars };
  if (mails.length === 1) return { ...single, messageId, inReplyTo, referenceIds };
  const digest = createHash('sha256')
    .update(mails.map((mail) => mail.id).join())
    .digest('hex');
  const list = mails.map((mail, index) => `${index + 1}. ${mail.subject}`).join('\n');
  const texts = mails.map((mail, index) => `--------\n\n${index + 1}. ${mail.subject}\n\n${mail.body.trimEnd()}\n`);
  return {
    ...single,
    id: `${id}-${digest.slice(0, 16)}`,
    subject: `${mails.length} messages in one e-mail`,
    body: `We send only a few e-mails an hour to one address, so we have combined these messages:\n\n${list}\n\n${texts.join('\n')}`,
    messageId: null,
    inReplyTo: null,
    referenceIds: [],
  };
}
