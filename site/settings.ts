import { createContext } from 'react';
import type { MenuPage } from './parts/menu-pages.ts';

/** The settings of the installation that pages need. They are sent to the browser, so they must not contain secrets. */
export interface SiteSettings {
  siteName: string;
  /** One line below the name at the foot of every page. */
  slogan: string;
  /** Legal name, register number and address of the company. */
  companyDetails: string;
  /**
   * Address of the site without a trailing slash. Canonical addresses start with it, and never with the host of a
   * request.
   */
  siteUrl: string;
  /** Base address of the API; '' for this server. */
  apiBaseUrl: string;
  careersUrl: string;
  supportEmail: string;
  /** IANA time zone of the dates that server and browser show. */
  timeZone: string;
}

/** The settings for every view. The server and `hydration/hydrate.tsx` provide them. */
export const SiteSettingsContext = createContext<SiteSettings>({
  siteName: '',
  slogan: '',
  companyDetails: '',
  siteUrl: '',
  apiBaseUrl: '',
  careersUrl: '',
  supportEmail: '',
  timeZone: 'UTC',
});

/** The pages that editors put into menus. They are the same for all pages that a document shows. */
export const MenuPagesContext = createContext<readonly MenuPage[]>([]);
