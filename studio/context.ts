import { createContext as createReactContext, use } from 'react';
import { createContext, useRouteLoaderData } from 'react-router';
import type { EntryType } from '../contract/content/entry-types.ts';
import { getTypeName, type ListSummaries } from '../contract/content/list-settings.ts';
import type { StudioClient } from '../contract/studio/client.ts';
import type { CurrentUser } from '../contract/studio/shapes.ts';
import type { GetStudioClient } from './client.ts';
import type { RailCountName } from './parts/rail-items.ts';

/**
 * What every screen needs to know about the installation. It is sent to the browser, so it must not contain secrets.
 */
export interface StudioSettings {
  siteName: string;
  /** What the company calls the types of entries. */
  lists: ListSummaries;
  siteUrl: string;
  /** IANA time zone of the company. */
  timeZone: string;
  /** What people call the provider of OpenID Connect; null if none is configured. */
  openIdName: string | null;
  /** When the server rendered the page, in milliseconds. */
  renderedAt: number;
  /** Nonce of the policy for styles that the text editor adds. */
  nonce: string;
}

/** The context of every loader and action of one request or navigation. */
export const studioContext = createContext<{
  client: StudioClient;
  /** The client of actions, which names the user whose page sent the form. */
  actionClient: StudioClient;
  settings: StudioSettings;
}>();

export const StudioClientContext = createReactContext<GetStudioClient | null>(null);
export const StudioSettingsContext = createReactContext<StudioSettings>({
  siteName: '',
  lists: {} as ListSummaries,
  siteUrl: '',
  timeZone: 'UTC',
  openIdName: null,
  renderedAt: 0,
  nonce: '',
});

/** Returns the function that names a type of entries as the company does. */
export function useTypeNames(): (type: EntryType) => string {
  const { lists } = use(StudioSettingsContext);
  return (type) => getTypeName(lists, type);
}

export const shellId = 'shell';

/** The data of the shell's loader, from which the page knows its user. */
export interface ShellData {
  user: CurrentUser;
  /** Work that waits for the user, by the names of `railCounts`. */
  counts: Partial<Record<RailCountName, number>>;
}

/** Returns the id of the user whom the page was made for; null outside the shell. */
export function usePageUserId(): number | null {
  return useRouteLoaderData<ShellData>(shellId)?.user.id ?? null;
}

/** Returns the API client for calls outside loaders and actions. They name the user whom the page was made for. */
export function useClient(): StudioClient {
  const getClient = use(StudioClientContext);
  const userId = usePageUserId();
  if (!getClient) throw new Error('There is no client outside the Studio');
  return getClient(userId);
}
