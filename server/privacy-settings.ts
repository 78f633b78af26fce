import type { ApiContext } from '../api/context.ts';
import type { Settings } from './settings.ts';

/** Returns what the operator has set for personal data. */
export function getPrivacySettings({ INBOX_EMAIL, SUPPORT_EMAIL, MAIL_FROM }: Settings): ApiContext['privacy'] {
  return { ownAddresses: [INBOX_EMAIL, SUPPORT_EMAIL, MAIL_FROM].filter((address) => address !== undefined) };
}
