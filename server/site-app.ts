import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createRequestCounter } from '../api/content/links/count-requests.ts';
import { findRoute } from '../api/content/redirects.ts';
import { connectForSearch } from '../api/content/search/search.ts';
import type { ApiContext } from '../api/context.ts';
import { createCallEndpoint } from '../api/http/call-endpoint.ts';
import { createServer, httpOptions } from '../api/http/create-server.ts';
import { limitConnections } from '../api/http/limit-connections.ts';
import { registerApi } from '../api/http/plugin.ts';
import { getNetwork } from '../api/limit-rates.ts';
import { createIncomingFiles, type FileStore } from '../api/messages/files/incoming.ts';
import { createMeasurements } from '../api/numbers/measurements.ts';
import { signText } from '../api/tokens.ts';
import { getDefaultSettings } from '../contract/content/settings.ts';
import {
  createDocumentSettings,
  type DocumentSettings,
  type InstallationSettings,
  loadSettings,
} from '../site/settings.ts';
import { readArchiveFigures } from './archive/read-figures.ts';
import { getCompanySettings, getOpenIdProvider, getRequestOutside } from './company.ts';
import { loadCompanyZone, setCompanyZone } from './company-zone.ts';
import type { openDatabase } from './database/database.ts';
import { createHealth } from './doctor/health.ts';
import { compressResponses } from './http/compress.ts';
import { createWriteForwarder } from './http/forward-writes.ts';
import { createSecurityHeaders, setSecurityHeaders } from './http/headers.ts';
import { serveAssets } from './http/serve-assets.ts';
import { createTrustProxy } from './http/trust-proxies.ts';
import { acceptViolationReports } from './http/violation-reports.ts';
import { createPageViewCounter } from './monitoring/count-documents.ts';
import { type Phase, serveHealth } from './monitoring/health.ts';
import { serveMetrics } from './monitoring/metrics.ts';
import { createPageCache } from './page-cache/create-page-cache.ts';
import { createDataCache } from './page-cache/data-cache.ts';
import { serveDocuments } from './pages/documents.ts';
import { type PagesOptions, serveForms, servePages, showFailure } from './pages/pages.ts';
import { createClientFactory } from './pages/site-client.ts';
import type { SiteSource } from './pages/site-source.ts';
import { createInProcessStoreFile, createRemoteStoreFile } from './pages/store-file.ts';
import { createDrawingCache } from './pictures/draw.ts';
import { serveDrawings } from './pictures/drawings.ts';
import { serveIcons } from './pictures/icons.ts';
import { serveMedia } from './pictures/media.ts';
import { streamPictures } from './pictures/stream-pictures.ts';
import { getPrivacySettings } from './privacy-settings.ts';
import type { Settings } from './settings.ts';
import { serveStudio } from './studio/serve-studio.ts';

export interface SiteAppOptions {
  settings: Settings;
  database: Awaited<ReturnType<typeof openDatabase>>;
  site: SiteSource;
  files: FileStore;
  /** The HTTP server whose requests the app answers. */
  server: Server;
  logger: Logger;
  /** Returns the address of the server, which is known once the server listens. */
  address: () => string;
  /** Returns what the server does; `/readyz` answers 200 only while it is running. */
  phase?: () => Phase;
  /** Milliseconds until the error page replaces a page that is not rendered yet; by default `pageTimeLimit`. */
  pageTimeLimit?: number | undefined;
}

/** Milliseconds after which the error page replaces a page that is not rendered yet. */
export const pageTimeLimit = 15_000;

/** Creates the HTTP server of a site, before any listener is attached. */
export function createSiteServer(options: ServerOptions = {}): Server {
  return createHttpServer({ ...httpOptions, ...options });
}

/** Creates one app of the API, pages, drawings, documents, files and the Studio, which does not listen yet. */
export async function createSiteApp({
  settings,
  database,
  site,
  files,
  server,
  address,
  logger,
  phase = () => 'running',
  pageTimeLimit: timeLimit = pageTimeLimit,
}: SiteAppOptions): Promise<FastifyInstance> {
  const company = getCompanySettings(settings, () => getInstallation().siteUrl);
  const getInstallation = (): InstallationSettings => ({
    siteUrl: settings.SITE_URL ?? address(),
    apiBaseUrl: settings.API_BASE_URL,
    careersUrl: settings.CAREERS_URL,
    supportEmail: settings.SUPPORT_EMAIL,
    timeZone: company.timeZone,
  });
  let lastLoaded: DocumentSettings | null = null;
  const loadSettingsOrLastKnown: PagesOptions['loadSettings'] = async (client, signal) => {
    const options = signal ? { signal } : {};
    const loaded = client && (await loadSettings(client, getInstallation(), options).catch(() => null));
    lastLoaded = loaded ?? lastLoaded;
    // Every page loads the settings, so the API has the time zone of the first page after its change.
    if (loaded) await setCompanyZone(ctx, loaded.company.timeZone).catch(() => undefined);
    return lastLoaded ?? createDocumentSettings(getInstallation(), getDefaultSettings());
  };
  const { middleware } = site;
  const incoming = createIncomingFiles({
    folder: join(settings.DATA_DIR, 'incoming'),
    freeBytes: settings.FREE_DISK_MB * 1024 * 1024,
  });
  const search = connectForSearch(database.config);
  const measurements = createMeasurements({ db: database.db, company });
  const health = createHealth(database, settings);
  // A server that asks another one for its content has no figures of its own.
  const countDocument = settings.API_BASE_URL ? () => undefined : createPageViewCounter(settings, measurements);
  const ctx: ApiContext = {
    db: database.db,
    searchDb: search.db,
    files,
    incoming,
    siteOrigin: settings.SITE_URL ?? null,
    openId: getOpenIdProvider(settings),
    requestOutside: getRequestOutside(settings),
    privacy: getPrivacySettings(settings),
    company,
    measurements,
    health,
  };
  if (!settings.API_BASE_URL) await loadCompanyZone(ctx);
  const headers = createSecurityHeaders({
    siteUrl: settings.SITE_URL ?? '',
    apiBaseUrl: settings.API_BASE_URL,
    isDevelopment: site.isDevelopment,
  });
  const app: FastifyInstance = createServer({
    logger,
    headers,
    trustProxy: createTrustProxy(settings),
    showFailure: (...failure) => showFailure(pages, ...failure),
    serverFactory: () => server,
  });
  app.addHook('onClose', () => search.close());
  app.addHook('preClose', () => measurements.flush());
  app.addHook('preClose', () => health.stop());
  // Changes of source files, and of the content of another backend, are not announced.
  const isCacheable = !site.isDevelopment && !settings.API_BASE_URL;
  const limit = isCacheable ? settings.PAGE_CACHE_MB * 1024 * 1024 : 0;
  const dataCache = createDataCache(limit / 4);
  const callEndpoint = createCallEndpoint(ctx);
  const clientFor = createClientFactory({ app, callEndpoint, dataCache, baseUrl: settings.API_BASE_URL });
  const counter = createRequestCounter(ctx, (error) => app.log.warn({ err: error }, 'requests were not counted'));
  app.addHook('onClose', () => counter.stop());
  const pages: PagesOptions = {
    clientFor,
    storeFile: settings.API_BASE_URL ? createRemoteStoreFile(clientFor) : createInProcessStoreFile(callEndpoint),
    incoming,
    timeLimit,
    countDocument,
    // Without the database nothing is stored, so any key will do; the visitor must see the form again.
    visitorKey: (address, userAgent) =>
      signText(ctx, 'form-key', `${getNetwork(address)}\0${userAgent}`).then(
        (key) => key.toString('base64url'),
        () => randomUUID(),
      ),
    installation: getInstallation,
    loadSettings: loadSettingsOrLastKnown,
    siteOrigin: ctx.siteOrigin,
    // A server that asks another one for its content has no redirects of its own.
    ...(settings.API_BASE_URL ? {} : { findRedirect: (path: string) => findRoute(ctx, path), counter }),
    site: site.load,
  };

  // Pictures are sent past the page cache, which counts what it sends.
  app.addHook('onResponse', async ({ raw, url }, { statusCode }) => {
    const [path = ''] = url.split('?', 1);
    if (path.includes('.') && (statusCode === 200 || statusCode === 304)) countDocument(raw, path);
  });
  setSecurityHeaders(app, headers);
  compressResponses(app);
  const readArchive = () => readArchiveFigures(settings);
  serveMetrics(app, {
    ctx,
    readArchive,
    pool: database.pool,
    token: settings.METRICS_TOKEN,
    server,
    findPagePattern: site.findPagePattern,
    cacheSize: () => pageCache.size(),
  });
  const forward = settings.API_BASE_URL ? createWriteForwarder(settings.API_BASE_URL) : undefined;
  await registerApi(app, { ctx, callEndpoint, forward });
  serveHealth(app, { database, build: site.build, token: settings.METRICS_TOKEN, phase, readArchive });
  if (settings.API_BASE_URL) streamPictures(app, settings.API_BASE_URL);
  else serveMedia(app, ctx, settings.DATA_DIR);
  const ofSite = clientFor();
  const getOrDraw = createDrawingCache(settings.DATA_DIR, app.log);
  serveDrawings(app, {
    ctx,
    clientFor: () => ofSite,
    loadSettings: loadSettingsOrLastKnown,
    readLooks: site.readLooks,
    hasPictures: !settings.API_BASE_URL,
    getOrDraw,
  });
  const loadLook = async () => (await site.readLooks())((await loadSettingsOrLastKnown(ofSite)).look);
  serveDocuments(app, ofSite, () => loadSettingsOrLastKnown(ofSite), loadLook);
  serveIcons(app, { ctx, getOrDraw, loadLook, loadSettings: () => loadSettingsOrLastKnown(ofSite) });
  if (!site.isDevelopment) await serveAssets(app, settings.ASSETS_DIR);
  acceptViolationReports(app);
  // The Studio edits the content of this server's own database.
  if (!settings.API_BASE_URL)
    serveStudio(app, {
      ctx,
      callEndpoint,
      installation: getInstallation,
      loadSettings: () => loadSettingsOrLastKnown(ofSite),
      site,
      headers,
      getOrDraw,
    });
  servePages(app, pages);
  serveForms(app, pages);

  const pageCache = createPageCache({
    app,
    ctx,
    database,
    dataCache,
    getPageParameters: site.getPageParameters,
    limit: (limit * 3) / 4,
    countDocument,
    proxies: settings.REFRESH_PROXIES,
    siteUrl: settings.SITE_URL,
  });
  const listener: RequestListener = middleware
    ? (request, response) => middleware(request, response, () => app.routing(request, response))
    : pageCache.listener;
  limitConnections(server, listener, { isProxied: settings.TRUST_PROXY > 0 });
  return app;
}
