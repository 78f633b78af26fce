import type { ApiContext } from '../api/context.ts';
import { createRequestOutside, type RequestOutside } from '../api/outside-requests.ts';
import { createOpenIdProvider, type OpenIdProvider } from '../api/people/identities/provider.ts';
import { defaultTimeZone } from '../contract/content/local-time.ts';
import type { Settings } from './settings.ts';

/** Returns the settings that the API uses in mails and consultations. */
export function getCompanySettings(settings: Settings, siteUrl: () => string): ApiContext['company'] {
  return {
    inbox: settings.INBOX_EMAIL ?? settings.SUPPORT_EMAIL,
    sender: settings.MAIL_FROM ?? settings.SUPPORT_EMAIL,
    replyAddress: settings.REPLY_ADDRESS,
    siteUrl,
    timeZone: defaultTimeZone,
    sendsMail: settings.SMTP_URL !== undefined,
  };
}

/** Returns the provider by which users of the Studio can sign in; null if none is configured. */
export function getOpenIdProvider(settings: Settings): OpenIdProvider | null {
  const { OPENID_ISSUER: issuer, OPENID_CLIENT_ID: clientId, OPENID_CLIENT_SECRET: clientSecret } = settings;
  if (!issuer || !clientId || !clientSecret) return null;
  return createOpenIdProvider({ issuer, clientId, clientSecret, name: settings.OPENID_NAME });
}

/** Returns the function that sends requests to addresses that users chose. */
export function getRequestOutside({ LOOPBACK_REQUESTS }: Pick<Settings, 'LOOPBACK_REQUESTS'>): RequestOutside {
  return createRequestOutside({ allowsLoopback: LOOPBACK_REQUESTS === 'allow' });
}
