import { createContext as createReactContext, use } from 'react';
import { createContext } from 'react-router';
import type { StudioClient } from '../contract/studio/client.ts';

/**
 * What every screen needs to know about the installation. It is sent to the browser, so it must not contain secrets.
 */
export interface StudioSettings {
  siteName: string;
  siteUrl: string;
  /** IANA time zone of the company. */
  timeZone: string;
  /** What people call the provider of OpenID Connect; null if none is configured. */
  openIdName: string | null;
  /** Nonce of the policy for styles that the text editor adds. */
  nonce: string;
}

/** The context of every loader and action: on the server for one request, in the browser for the document. */
export const studioContext = createContext<{ client: StudioClient; settings: StudioSettings }>();

export const StudioClientContext = createReactContext<StudioClient | null>(null);
export const StudioSettingsContext = createReactContext<StudioSettings>({
  siteName: '',
  siteUrl: '',
  timeZone: 'UTC',
  openIdName: null,
  nonce: '',
});

/** Returns the API client for what a screen does between its loads. */
export function useClient(): StudioClient {
  const client = use(StudioClientContext);
  if (!client) throw new Error('There is no client outside the Studio');
  return client;
}
