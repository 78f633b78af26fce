import { createContext as createReactContext } from 'react';
import { createContext, type DataRouter } from 'react-router';
import type { Client } from '../contract/http/client.ts';
import type { InstallationSettings } from './settings.ts';

export interface SiteContext {
  client: Client;
  settings: InstallationSettings;
}

/** The context of every loader: on the server for one request, in the browser for the lifetime of the document. */
export const siteContext = createContext<SiteContext>();

/** The API client for the few views that call the API themselves after hydration; null on the server. */
export const SiteClientContext = createReactContext<Client | null>(null);

/** The router after hydration, whose state is the present one: hooks of React Router show the last rendered state. */
export const SiteRouterContext = createReactContext<DataRouter | null>(null);
