import { createServer as createHttpServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { ApiContext } from '../api/context.ts';
import type { FileStore } from '../api/files/file-store.ts';
import { createServer, httpOptions } from '../api/http/create-server.ts';
import { inProcessFetch, inProcessToken } from '../api/http/in-process-fetch.ts';
import { apiPlugin } from '../api/http/plugin.ts';
import { type Client, createClient } from '../contract/client.ts';
import type { SiteSettings } from '../site/settings.ts';
import type { openDatabase } from './database.ts';
import { serveDocuments } from './documents.ts';
import { serveDrawings } from './drawings.ts';
import { serveAssets, serveMedia } from './files.ts';
import { setHeaders } from './headers.ts';
import { serveHealth } from './health.ts';
import { serveMetrics } from './metrics.ts';
import { type PagesOptions, servePages, showFailure, takeForms } from './pages.ts';
import type { Settings } from './settings.ts';
import type { SiteSource } from './site-build.ts';

/** A call of ours to another backend ends here, so that every visitor gets an answer. */
const backendTimeout = 10_000;

export interface SiteParts {
  settings: Settings;
  database: Awaited<ReturnType<typeof openDatabase>>;
  site: SiteSource;
  files: FileStore;
  /** The HTTP server that the app answers for. */
  server: Server;
  isDevelopment: boolean;
  /** Where the app listens; known once it does. */
  address: () => string;
}

/** The HTTP server of a site, before anything answers for it. */
export function createSiteServer(): Server {
  return createHttpServer(httpOptions);
}

function siteClient(app: FastifyInstance, baseUrl: string, visitor?: string): Client {
  if (!baseUrl) return createClient({ baseUrl, fetch: inProcessFetch(app, visitor), xsrfToken: () => inProcessToken });
  return createClient({
    baseUrl,
    fetch: (input, init) => {
      const limit = AbortSignal.timeout(backendTimeout);
      return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
    },
  });
}

/** Wires API, pages, drawings, documents and files to one app; it does not listen yet. */
export async function createSiteApp({
  settings,
  database,
  site,
  files,
  server,
  isDevelopment,
  address,
}: SiteParts): Promise<FastifyInstance> {
  const siteSettings = (): SiteSettings => ({
    siteName: settings.SITE_NAME,
    siteUrl: settings.SITE_URL ?? address(),
    apiBaseUrl: settings.API_BASE_URL,
    careersUrl: settings.CAREERS_URL,
    supportEmail: settings.SUPPORT_EMAIL,
    timeZone: settings.SITE_TIME_ZONE,
    environment: isDevelopment ? 'development' : 'production',
  });
  const { middleware } = site;
  const app: FastifyInstance = createServer({
    logger: pino(),
    trustProxy: (_address, hop) => hop < settings.TRUST_PROXY,
    showFailure: (...failure) => showFailure(pages, ...failure),
    serverFactory: (handler) =>
      server.on('request', (request, response) =>
        middleware ? middleware(request, response, () => handler(request, response)) : handler(request, response),
      ),
  });
  const ctx: ApiContext = {
    db: database.db,
    files,
    company: {
      name: settings.SITE_NAME,
      inbox: settings.INBOX_EMAIL ?? settings.SUPPORT_EMAIL,
      siteUrl: () => siteSettings().siteUrl,
      timeZone: settings.SITE_TIME_ZONE,
    },
  };
  const client = siteClient(app, settings.API_BASE_URL);
  const clientFor = (visitor: string) => siteClient(app, settings.API_BASE_URL, visitor);
  const pages: PagesOptions = { clientFor, settings: siteSettings, site: site.load };

  await setHeaders(app, { siteUrl: settings.SITE_URL ?? '', apiBaseUrl: settings.API_BASE_URL, isDevelopment });
  serveMetrics(app, ctx, settings.METRICS_TOKEN);
  await apiPlugin(app, ctx);
  serveHealth(app, database, site.build);
  serveMedia(app, ctx);
  serveDrawings(app, client, siteSettings, settings.DATA_DIR);
  serveDocuments(app, client, siteSettings);
  if (!isDevelopment) await serveAssets(app);
  servePages(app, pages);
  takeForms(app, pages);
  return app;
}
