import type { ApiContext } from '../api/context.ts';
import type { Settings } from './settings.ts';

/** Returns the company's details that the API uses in mails and consultations. */
export function getCompanyDetails(settings: Settings, siteUrl: () => string): ApiContext['company'] {
  return {
    name: settings.SITE_NAME,
    inbox: settings.INBOX_EMAIL ?? settings.SUPPORT_EMAIL,
    siteUrl,
    timeZone: settings.SITE_TIME_ZONE,
    call: { channel: settings.CONSULTATION_CHANNEL, host: settings.CONSULTATION_HOST },
    sendsMail: settings.SMTP_URL !== undefined,
  };
}
