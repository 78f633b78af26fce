import { createServer as createHttpServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { importContent } from '../api/content/import.ts';
import { isEmpty } from '../api/content/is-empty.ts';
import { rerenderOutdated } from '../api/content/rerender.ts';
import { createServer, httpOptions } from '../api/http/create-api.ts';
import { inProcessFetch } from '../api/http/in-process-fetch.ts';
import { apiPlugin } from '../api/http/plugin.ts';
import { importPlaces } from '../api/location/import.ts';
import { createClient } from '../contract/client.ts';
import type { SiteSettings } from '../site/settings.ts';
import { openDatabase } from './database.ts';
import { serveDocuments } from './documents.ts';
import { serveDrawings } from './drawings.ts';
import { serveAssets, serveMedia } from './files.ts';
import { setHeaders } from './headers.ts';
import { serveHealth } from './health.ts';
import { answerBadAddress, type PagesOptions, servePages } from './pages.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { developmentSite, productionSite } from './site-build.ts';

const contentFolder = fileURLToPath(new URL('../content', import.meta.url));
/** A call of ours to another backend ends here, so that every visitor gets an answer. */
const backendTimeout = 10_000;
const drainTimeout = 10_000;

/** A running site: where it listens, and how to end it. */
export interface RunningSite {
  address: string;
  close(): Promise<void>;
}

/** The composition root: settings → database → content → api → site → listen. */
export async function startSite(settings: Settings, options: { isDevelopment?: boolean; log?: boolean } = {}): Promise<RunningSite> {
  const { isDevelopment = false, log = true } = options;
  const server = createHttpServer(httpOptions);
  const [database, site] = await Promise.all([openDatabase(settings), isDevelopment ? developmentSite(server) : productionSite()]);
  const ctx = { db: database.db };
  if (await isEmpty(ctx)) await importContent(ctx, contentFolder);
  await rerenderOutdated(ctx);
  await importPlaces(ctx);

  let address = '';
  const siteSettings = (): SiteSettings => ({
    siteName: settings.SITE_NAME,
    siteUrl: settings.SITE_URL ?? address,
    apiBaseUrl: settings.API_BASE_URL,
    careersUrl: settings.CAREERS_URL,
    supportEmail: settings.SUPPORT_EMAIL,
    timeZone: settings.SITE_TIME_ZONE,
    environment: isDevelopment ? 'development' : 'production',
  });

  const { middleware } = site;
  const app = createServer({
    logger: pino({ level: log ? 'info' : 'silent' }),
    answerBadAddress: (request, reply) => answerBadAddress(pages)(request, reply),
    serverFactory: (handler) => server.on('request', (req, res) => (middleware ? middleware(req, res, () => handler(req, res)) : handler(req, res))),
  });
  const baseUrl = settings.API_BASE_URL;
  const client = createClient({
    baseUrl,
    fetch: baseUrl ? (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(backendTimeout) }) : inProcessFetch(app),
  });
  const pages: PagesOptions = { client, settings: siteSettings, site: site.load };

  await setHeaders(app, { siteUrl: settings.SITE_URL ?? '', apiBaseUrl: baseUrl, isDevelopment });
  await apiPlugin(app, ctx);
  serveHealth(app, database, site.build);
  serveMedia(app, ctx);
  serveDrawings(app, client, siteSettings, settings.DATA_DIR);
  serveDocuments(app, client, siteSettings);
  if (!isDevelopment) await serveAssets(app);
  servePages(app, pages);

  async function close(): Promise<void> {
    // A connection that was busy when the closing began becomes idle later and would be kept alive.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    await app.close();
    clearInterval(sweep);
    await site.close();
    await database.close();
  }
  try {
    const bound = await app.listen({ port: settings.PORT, host: settings.HOST });
    address = bound.replace('127.0.0.1', 'localhost').replace('0.0.0.0', 'localhost').replace('[::]', 'localhost');
  } catch (error) {
    await close();
    throw error;
  }
  return { address, close };
}

function endWith(error: unknown): never {
  // A person reads this: what is wrong, not where in our code it was noticed.
  console.error(error instanceof Error && (error instanceof SettingsError || 'code' in error) ? error.message : error);
  process.exit(1);
}

async function main(): Promise<void> {
  const started = performance.now();
  const isDevelopment = process.argv.includes('--dev');
  const settings = readSettings();
  const site = await startSite(settings, { isDevelopment });
  console.log(`Site        ${site.address}\nAPI         ${site.address}/api/docs\nReady in ${Math.round(performance.now() - started)} ms`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), drainTimeout).unref();
      site.close().then(() => process.exit(0), endWith);
    });
  }
}

if (import.meta.main) await main().catch(endWith);
