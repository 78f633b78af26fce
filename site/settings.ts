import { createContext } from 'react';

/** What the pages need to know of the installation; sent to the browser as it is, so nothing secret belongs here. */
export interface SiteSettings {
  siteName: string;
  /** Main site address without a trailing slash; canonical addresses are made from it, never from the request. */
  siteUrl: string;
  /** Backend service base address; '' is this server. */
  apiBaseUrl: string;
  careersUrl: string;
  supportEmail: string;
  /** IANA zone in which dates are shown, on server and client alike. */
  timeZone: string;
  environment: 'production' | 'development';
}

/** The settings for every view; the server and the browser entry provide them around the router. */
export const SettingsContext = createContext<SiteSettings>({
  siteName: '',
  siteUrl: '',
  apiBaseUrl: '',
  careersUrl: '',
  supportEmail: '',
  timeZone: 'UTC',
  environment: 'production',
});
