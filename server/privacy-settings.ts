import type { ApiContext } from '../api/context.ts';
import type { Settings } from './settings.ts';

/** Returns how long messages and mails are kept, where the operator has set it. */
export function getFixedRetention(settings: Pick<Settings, 'RETENTION_MONTHS' | 'MAIL_RETENTION_DAYS'>) {
  return { submissionMonths: settings.RETENTION_MONTHS, mailDays: settings.MAIL_RETENTION_DAYS };
}

/** Returns what the operator has set for personal data. */
export function getPrivacySettings(settings: Settings): ApiContext['privacy'] {
  const { INBOX_EMAIL, SUPPORT_EMAIL, MAIL_FROM, REPLY_ADDRESS } = settings;
  const own = [INBOX_EMAIL, SUPPORT_EMAIL, MAIL_FROM, REPLY_ADDRESS];
  return { ownAddresses: own.filter((address) => address !== undefined), retention: getFixedRetention(settings) };
}
