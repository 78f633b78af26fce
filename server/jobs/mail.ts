import { Transform } from 'node:stream';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { readPublishedSettings } from '../../api/content/settings.ts';
import type { Context } from '../../api/context.ts';
import { deliverDueMails } from '../../api/messages/outbox/deliver.ts';
import { MailServerUnreachableError, type OutgoingMail, type SendMail } from '../../api/messages/outbox/delivery.ts';
import { renderMailHtml } from '../../api/messages/outbox/mail-html.ts';
import { toSingleLine } from '../../api/messages/submissions/mail-text.ts';
import { chooseInbox, chooseSupportEmail } from '../../contract/content/mail-purposes.ts';
import type { StoredSettings } from '../../contract/content/setting-schemas.ts';
import { type BackgroundJob, backOff, repeatWork } from '../process/repeat-work.ts';
import type { Settings } from '../settings.ts';

/** Milliseconds between two looks for due mails, and the longest pause after failures. */
const interval = 1_000;
const maxPause = 30_000;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
// One connection for each outbox worker. Idle ones are closed soon, because mail servers limit connections.
const pool = { pool: true, maxConnections: 4, maxRequeues: 1, idleTimeout: 5_000 } as const;

/** Returns whether the server refused the mail itself, and not the connection. */
function isAboutMail(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode !== 421;
}

/**
 * Attaches calendar files. One file becomes an invitation (RFC 6047), of which a mail can hold one; several become
 * attachments.
 */
function createCalendarParts(calendars: OutgoingMail['calendars']): Pick<SendMailOptions, 'icalEvent' | 'attachments'> {
  const [first] = calendars;
  if (first && calendars.length === 1) return { icalEvent: { ...first, filename: 'appointment.ics' } };
  return {
    attachments: calendars.map(({ content, method }, index) => ({
      filename: `appointment-${index + 1}.ics`,
      content,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
    })),
  };
}

/** Passes a mail on, and waits for `handOver` before its end. A failure breaks the transfer off, without an end. */
function createHandOver(handOver: () => Promise<void>): Transform {
  return new Transform({
    transform: (part, _encoding, done) => done(null, part),
    flush: (done) => void handOver().then(() => done(), done),
  });
}

/** The company as the sender of mails. */
export interface MailSender {
  name: string;
  siteUrl: string;
  /** The address in `From`. */
  address: string;
  /** The address whose mails come back to the Studio; undefined without one. */
  replyAddress?: string | undefined;
}

const getDomain = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/**
 * Returns what programs read of a mail. One that no person wrote says so (RFC 3834), and programs do not answer it.
 * Reports of undelivered mails come back to the Studio; the domain stays that of the sender, as DMARC demands.
 */
function createRoutingFields(
  { fromName, recipient }: OutgoingMail,
  { address, replyAddress }: MailSender,
): Pick<SendMailOptions, 'headers' | 'envelope'> {
  const returns = replyAddress && getDomain(replyAddress) === getDomain(address) ? replyAddress : address;
  const isAutomatic = fromName === null;
  return {
    envelope: { from: returns, to: recipient },
    headers: isAutomatic ? { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } : {},
  };
}

/** Sends mails to an SMTP server, and keeps connections open until `close`. */
export type SmtpSender = SendMail & { close(): void };

/**
 * Creates a sender for the SMTP server in `SMTP_URL`. Headers are built from fields, so no text can add a header. If
 * the connection breaks, the sender checks whether the server still answers. If it does, the mail caused the failure.
 */
export function createSmtpSender(
  { SMTP_URL: url }: Pick<Settings, 'SMTP_URL'>,
  getCompany: () => MailSender,
): SmtpSender {
  const transport = nodemailer.createTransport({ url, ...timeouts, ...pool });
  transport.use('stream', ({ data, message }, done) => {
    const { handOver } = data as { handOver?: () => Promise<void> };
    if (handOver) message.transform(() => createHandOver(handOver));
    done();
  });
  async function send(mail: OutgoingMail): Promise<string> {
    const sender = getCompany();
    const { name, siteUrl, address } = sender;
    const messageId = mail.messageId ?? `<outbox-${mail.id}@${address.split('@')[1]}>`;
    const sending = transport.sendMail({
      from: { name: toSingleLine(mail.fromName ?? name), address },
      to: { name: '', address: mail.recipient },
      ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
      subject: toSingleLine(mail.subject),
      text: mail.body,
      html: renderMailHtml(mail, { name, siteUrl }),
      ...createCalendarParts(mail.calendars),
      ...createRoutingFields(mail, sender),
      messageId,
      ...(mail.inReplyTo ? { inReplyTo: mail.inReplyTo } : {}),
      ...(mail.referenceIds.length > 0 ? { references: mail.referenceIds } : {}),
      ...(mail.handOver ? { handOver: mail.handOver } : {}),
    });
    await sending.catch(async (error) => {
      if (isAboutMail(error)) throw error;
      await transport.verify().catch((cause: Error) => {
        throw new MailServerUnreachableError(`The mail server cannot be reached: ${cause.message}`, { cause });
      });
      throw error;
    });
    return messageId;
  }
  return Object.assign(send, { close: () => transport.close() });
}

/** Connects to the mail server and signs in. Returns the reason if that fails, else null. */
export async function verifyMailServer({ SMTP_URL }: Pick<Settings, 'SMTP_URL'>): Promise<string | null> {
  const transport = nodemailer.createTransport({ url: SMTP_URL, ...timeouts });
  return transport
    .verify()
    .then(
      () => null,
      (error: Error) => error.message,
    )
    .finally(() => transport.close());
}

/**
 * Sends due mails repeatedly until it is stopped; several servers share the work. An unreachable mail server is tried
 * with one mail after 1 s, 2 s, 4 s and so on, up to 30 s. Without `SMTP_URL` mails stay in the outbox, where `npx site
 * outbox` lists them.
 */
export function startOutbox(
  ctx: Context,
  settings: Settings,
  getSiteUrl: () => string,
  onError: (error: unknown) => void,
): BackgroundJob {
  if (!settings.SMTP_URL) return { stop: async () => undefined };
  // Read before each delivery: a worker holds a connection while it sends, and must not wait for a second one.
  let company: { name: string; emails?: StoredSettings['company']['emails'] } = { name: '' };
  const send = createSmtpSender(settings, () => ({
    name: company.name,
    siteUrl: getSiteUrl(),
    address: settings.MAIL_FROM ?? chooseSupportEmail(settings.SUPPORT_EMAIL, company.emails),
    replyAddress: settings.REPLY_ADDRESS,
  }));
  const job = repeatWork(
    async (signal) => {
      const { forms, ...read } = await readPublishedSettings(ctx);
      company = read.company;
      const inbox = chooseInbox(settings.INBOX_EMAIL ?? settings.SUPPORT_EMAIL, company.emails);
      const tried = await deliverDueMails(ctx, send, { inbox, words: forms.mails.merged, signal });
      return tried > 0 ? 0 : interval;
    },
    {
      onFailure: (error, failures) => {
        onError(error);
        return backOff(interval, maxPause, failures);
      },
    },
  );
  return {
    stop: async () => {
      await job.stop();
      send.close();
    },
  };
}
