import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import type { Context } from '../../api/context.ts';
import { deliverDueMails, MailServerUnreachableError, type SendMail } from '../../api/outbox/deliver.ts';
import type { OutgoingMail } from '../../api/outbox/merge-mails.ts';
import type { Settings } from '../settings.ts';

const interval = 1_000;
const longestPause = 30_000;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
// As many connections as the outbox has workers; given back soon, for mail servers count them.
const pool = { pool: true, maxConnections: 4, maxRequeues: 1, idleTimeout: 5_000 } as const;

/** Whether a refusal is an answer about the mail itself, not about the connection it was to go over. */
function isAboutMail(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode !== 421;
}

/** A single file goes as an invitation (RFC 6047), which a mail can hold one of; several go as files. */
function calendarParts(calendars: OutgoingMail['calendars']): Pick<SendMailOptions, 'icalEvent' | 'attachments'> {
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

/** What hands mails over, and the connections it keeps for the next ones. */
export type SmtpSender = SendMail & { close(): void };

/**
 * Gives mails to the SMTP server that `SMTP_URL` names. Headers are made from fields, so no text can add one. Where a
 * connection breaks the server is asked once more, without a mail: one that answers broke off because of this mail.
 */
export function smtpSender(
  settings: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'SUPPORT_EMAIL' | 'SITE_NAME'>,
): SmtpSender {
  const transport = nodemailer.createTransport({ url: settings.SMTP_URL, ...timeouts, ...pool });
  const from = { name: settings.SITE_NAME, address: settings.MAIL_FROM ?? settings.SUPPORT_EMAIL };
  async function send(mail: Parameters<SendMail>[0]): Promise<void> {
    const sending = transport.sendMail({
      from,
      to: { name: '', address: mail.recipient },
      ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
      subject: mail.subject,
      text: mail.body,
      ...calendarParts(mail.calendars),
      messageId: `<outbox-${mail.id}@${from.address.split('@')[1]}>`,
    });
    await sending.catch(async (error) => {
      if (isAboutMail(error)) throw error;
      await transport.verify().catch((cause: Error) => {
        throw new MailServerUnreachableError(`The mail server cannot be reached: ${cause.message}`, { cause });
      });
      throw error;
    });
  }
  return Object.assign(send, { close: () => transport.close() });
}

/**
 * Sends what is due, again and again, until told to stop; several servers share the work. A mail server that cannot be
 * reached is tried with one mail after 1 s, 2 s, 4 s … up to 30 s. Without `SMTP_URL` nothing is sent and the mails stay in
 * the outbox, where `npm run outbox` lists them.
 */
export function startOutbox(
  ctx: Context,
  settings: Settings,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  if (!settings.SMTP_URL) return { stop: async () => undefined };
  const send = smtpSender(settings);
  const inbox = settings.INBOX_EMAIL ?? settings.SUPPORT_EMAIL;
  const ending = new AbortController();
  async function run(): Promise<void> {
    let failures = 0;
    while (!ending.signal.aborted) {
      try {
        const tried = await deliverDueMails(ctx, send, { inbox, signal: ending.signal });
        failures = 0;
        if (tried > 0) continue;
      } catch (error) {
        onError(error);
        failures += 1;
      }
      const pause = failures ? Math.min(longestPause, interval * 2 ** (failures - 1)) : interval;
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }
  const running = run();
  return {
    stop: async () => {
      ending.abort();
      await running;
      send.close();
    },
  };
}
