import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { RenderLook } from '../../site/look.ts';
import type { StudioAssets } from '../../studio/document.ts';
import type { renderStudio } from '../../studio/entry-server.tsx';
import type { PagesOptions } from './pages.ts';

/** The program that renders the Studio, its files, and the function by which a development server changes its HTML. */
export interface StudioSource {
  renderStudio: typeof renderStudio;
  assets: StudioAssets;
  transform?: (html: string) => Promise<string>;
}

/** The source of rendered pages: the production build, or a development server that builds pages on request. */
export interface SiteSource {
  build: string;
  isDevelopment: boolean;
  load: PagesOptions['site'];
  /** Returns the function that renders looks with the themes of the installation. */
  readLooks: () => Promise<RenderLook>;
  /** Loads the program that renders the Studio, with the first request for it. */
  loadStudio: (url: string) => Promise<StudioSource>;
  /** Returns the query parameters that the page at a path reads; null without a page, or if it must not be cached. */
  getPageParameters: (path: string) => Promise<readonly string[] | null>;
  /** Returns the route pattern of the page at a path; null without a page. */
  findPagePattern: (path: string) => string | null;
  /** Handles each request first; absent in production. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
}

/** Opens a source of pages. A development server shares the port of the site's HTTP server. */
export type OpenSite = (server: Server) => Promise<SiteSource>;
