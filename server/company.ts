import type { ApiContext } from '../api/context.ts';
import type { Settings } from './settings.ts';

/** Returns what the API needs to know of the company, for its mails and its consultations. */
export function companyOf(settings: Settings, siteUrl: () => string): ApiContext['company'] {
  return {
    name: settings.SITE_NAME,
    inbox: settings.INBOX_EMAIL ?? settings.SUPPORT_EMAIL,
    siteUrl,
    timeZone: settings.SITE_TIME_ZONE,
    call: { channel: settings.CONSULTATION_CHANNEL, host: settings.CONSULTATION_HOST },
    sendsMail: settings.SMTP_URL !== undefined,
  };
}
