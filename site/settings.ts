import { createContext } from 'react';
import type { FormWords } from '../contract/content/form-schemas.ts';
import { defaultFormWords } from '../contract/content/form-words.ts';
import { type ListSummaries, summarizeLists } from '../contract/content/list-settings.ts';
import { chooseSupportEmail } from '../contract/content/mail-purposes.ts';
import type { ResolvedMenus } from '../contract/content/menu-schemas.ts';
import type { PublicSettings } from '../contract/content/setting-schemas.ts';
import type { getDefaultSettings } from '../contract/content/settings.ts';
import type { Client } from '../contract/http/client.ts';
import type { Structure } from '../contract/look/structure.ts';

/** The operator's settings that pages need. They are sent to the browser, so they must not contain secrets. */
export interface InstallationSettings {
  /**
   * Address of the site without a trailing slash. Canonical addresses start with it, and never with the host of a
   * request.
   */
  siteUrl: string;
  /** Base address of the API; '' for this server. */
  apiBaseUrl: string;
  careersUrl: string;
  /** Undefined if the operator sets none. */
  supportEmail?: string | undefined;
  /** IANA time zone of the dates that server and browser show. */
  timeZone: string;
}

/** The settings that pages need: those of the operator, and those that editors publish. */
export interface SiteSettings extends InstallationSettings {
  supportEmail: string;
  company: PublicSettings['company'];
  menus: ResolvedMenus;
  lists: ListSummaries;
}

/** The settings of a document, with the look that decides its styles and its header. */
export interface DocumentSettings extends SiteSettings {
  look: PublicSettings['look'];
  /** Whether the page reports its speed and the use of its forms. */
  isMeasured?: true;
}

/** The settings that views have. */
export interface ViewSettings extends SiteSettings {
  /** The lines of the header, which decide the order of its parts. The rest of a look reaches browsers as styles. */
  header: Structure['header'];
}

/** Loads the settings that editors have published. */
export async function loadSettings(
  client: Client,
  installation: InstallationSettings,
  options: { signal?: AbortSignal } = {},
): Promise<DocumentSettings> {
  const { menus, ...settings } = await client.call('settings', {}, options);
  const { reads: _, ...shown } = menus;
  return createDocumentSettings(installation, { ...settings, menus: shown });
}

/**
 * Loads the words of the forms. Only pages with a form load them, so that the other pages stay small. A form needs no
 * words of its own to be sent, so a failed call gives the default ones.
 */
export async function loadForms(client: Client, options: { signal?: AbortSignal } = {}): Promise<FormWords> {
  return client.call('settings', {}, options).then(
    ({ forms }) => forms,
    () => defaultFormWords,
  );
}

/** Returns the part of the settings that every document has. */
export function createDocumentSettings(
  installation: InstallationSettings,
  { lists, forms: _, ...settings }: ReturnType<typeof getDefaultSettings>,
): DocumentSettings {
  const { timeZone = installation.timeZone, emails } = settings.company;
  const supportEmail = chooseSupportEmail(installation.supportEmail, emails);
  return { ...installation, ...settings, timeZone, supportEmail, lists: summarizeLists(lists) };
}

/** The settings for every view. The server and `hydration/hydrate.tsx` provide them. */
export const SiteSettingsContext = createContext<ViewSettings>({
  company: { name: '', claim: '', legalDetails: '' },
  menus: { header: [], action: null, footer: [], legal: [] },
  lists: {} as ListSummaries,
  header: 'one-line',
  siteUrl: '',
  apiBaseUrl: '',
  careersUrl: '',
  supportEmail: '',
  timeZone: 'UTC',
});
