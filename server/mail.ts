import nodemailer from 'nodemailer';
import type { Context } from '../api/context.ts';
import { deliverDue, type SendMail } from '../api/outbox/deliver.ts';
import type { Settings } from './settings.ts';

const interval = 1_000;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Gives mails to the SMTP server that `SMTP_URL` names. Headers are made from fields, so no text can add one. */
export function smtpSender(
  settings: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'SUPPORT_EMAIL' | 'SITE_NAME'>,
): SendMail {
  const transport = nodemailer.createTransport({ url: settings.SMTP_URL, ...timeouts });
  const from = { name: settings.SITE_NAME, address: settings.MAIL_FROM ?? settings.SUPPORT_EMAIL };
  return async (mail) => {
    await transport.sendMail({
      from,
      to: { name: '', address: mail.recipient },
      ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
      subject: mail.subject,
      text: mail.body,
      ...(mail.calendar && mail.calendarMethod
        ? { icalEvent: { content: mail.calendar, method: mail.calendarMethod, filename: 'appointment.ics' } }
        : {}),
      // The same for every try, so that a mail that arrives twice can be seen to be one.
      messageId: `<outbox-${mail.id}@${from.address.split('@')[1]}>`,
    });
  };
}

/**
 * Sends what is due, again and again, until told to stop; several servers share the work. Without `SMTP_URL` nothing is
 * sent and the mails stay in the outbox, where `npm run outbox` lists them.
 */
export function startOutbox(
  ctx: Context,
  settings: Settings,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  if (!settings.SMTP_URL) return { stop: async () => undefined };
  const send = smtpSender(settings);
  let isStopping = false;
  let wake = () => {};
  async function run(): Promise<void> {
    while (!isStopping) {
      const tried = await deliverDue(ctx, send).catch((error) => {
        onError(error);
        return 0;
      });
      if (tried > 0) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, interval);
      });
    }
  }
  const running = run();
  return {
    stop: async () => {
      isStopping = true;
      wake();
      await running;
    },
  };
}
