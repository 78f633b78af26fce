import { createContext as createReactContext } from 'react';
import { createContext } from 'react-router';
import type { Client } from '../contract/client.ts';
import type { SiteSettings } from './settings.ts';

export interface SiteContext {
  client: Client;
  settings: SiteSettings;
}

/** Given to every loader by the router, on the server for one request, in the browser for the page's life. */
export const siteContext = createContext<SiteContext>();

/** For the few views that ask the API themselves once the page is alive; null on the server. */
export const ClientContext = createReactContext<Client | null>(null);
