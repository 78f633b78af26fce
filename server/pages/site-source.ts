import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { PagesOptions } from './pages.ts';

/** Where pages come from: the production build, or a development server that builds as it goes. */
export interface SiteSource {
  build: string;
  isDevelopment: boolean;
  load: PagesOptions['site'];
  /** The query parameters that the page of a path reads; null where no page is, or one that nobody may keep. */
  parametersOf: (path: string) => Promise<readonly string[] | null>;
  /** The pattern of the page at a path; null where no page is. */
  pageRouteOf: (path: string) => string | null;
  /** Sees each request first; absent in production. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
}

/** Brings a source up; one that develops shares the port of the site's HTTP server. */
export type OpenSite = (server: Server) => Promise<SiteSource>;
