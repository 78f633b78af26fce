import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { completeFeedIds } from '../api/content/feed/feed-ids.ts';
import { storeFormerMenus } from '../api/content/former-menus.ts';
import { createSetUpAddress } from '../api/people/users/links.ts';
import { startArchiver } from './archive/start-archiver.ts';
import { switchArchiving } from './archive/switch-archiving.ts';
import { BackupError } from './backup/backup-error.ts';
import { clearStateOfDisabledBackups, listBackupJobs } from './backup/backup-jobs.ts';
import { readProgramVersion } from './backup/create-backup.ts';
import { keepSharingAssets } from './build/share-assets.ts';
import { getRequestOutside } from './company.ts';
import { explainFailure, openDatabase } from './database/database.ts';
import { importFormerSettings } from './database/import-former-settings.ts';
import { prepareContent } from './database/prepare-content.ts';
import { checkSharedStore } from './file-store/check-shared-store.ts';
import { openFileStore } from './file-store/file-store.ts';
import { assetsFolder } from './http/serve-assets.ts';
import { startLinkChecks } from './jobs/link-checks.ts';
import { startLog } from './jobs/log.ts';
import { startOutbox } from './jobs/mail.ts';
import { listMaintenanceJobs, startMaintenance } from './jobs/maintenance.ts';
import { startReplies } from './jobs/replies.ts';
import { startWebhooks } from './jobs/webhooks.ts';
import type { Phase } from './monitoring/health.ts';
import { openLog } from './monitoring/log.ts';
import { startTracing } from './monitoring/tracing.ts';
import type { OpenSite } from './pages/site-source.ts';
import { continueAsOwner } from './process/continue-as-owner.ts';
import { describeError, serializeError } from './process/describe-error.ts';
import { endProcess, watchNpm } from './process/end-process.ts';
import type { BackgroundJob } from './process/repeat-work.ts';
import { settleWithin } from './process/settle-within.ts';
import { StartError } from './process/start-error.ts';
import { isPretty, runStep, showSteps } from './process/steps.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { createSiteApp, createSiteServer } from './site-app.ts';
import { warmUp } from './warm-up.ts';

/** Milliseconds after the listener closed in which a server ends, even if work is still in progress. */
const endTimeout = 9_500;
/**
 * The part of `endTimeout` for requests, mails, maintenance and the archive. The rest is for PostgreSQL, which writes a
 * checkpoint.
 */
const workTimeout = 6_000;

/** A running site: its address, and the function that stops it. */
export interface RunningSite {
  address: string;
  /** The address at which the first owner joins the Studio; null once there is a user. */
  setUpAddress?: string | null;
  close(): Promise<void>;
}

export interface StartSiteOptions {
  /** Milliseconds after closing in which requests and background jobs must be done; then they are cut off. */
  timeout?: number | undefined;
  logger?: Logger;
  /** Whether this server sends mails, runs the maintenance and archives the database; default: true. */
  runsJobs?: boolean;
}

/** Starts a site with these settings. If the signal aborts meanwhile, closes what was opened and rejects. */
export type StartSite = (settings: Settings, signal: AbortSignal) => Promise<RunningSite>;

/**
 * Takes no new work, and waits at most `timeout` milliseconds for requests and background jobs. Then cuts off what is
 * left.
 */
async function drain(app: FastifyInstance, background: readonly BackgroundJob[], timeout: number): Promise<void> {
  // A connection that was busy when closing began becomes idle later, and would be kept alive.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const ended = Promise.allSettled([app.close(), ...background.map((each) => each.stop())]);
  if (!(await settleWithin(timeout, ended))) {
    app.log.warn(`closed connections that were still open after ${timeout} ms`);
    app.server.closeAllConnections();
    await settleWithin(500, ended);
  }
  clearInterval(sweep);
}

/**
 * Starts a site; this is the composition root: settings → database → site → content → API and pages → listen. If a step
 * fails or is aborted, everything opened so far is closed in reverse order.
 */
export async function startSite(
  settings: Settings,
  openSite: OpenSite,
  signal: AbortSignal,
  { timeout = workTimeout, logger, runsJobs = true }: StartSiteOptions = {},
): Promise<RunningSite> {
  const resources = new AsyncDisposableStack();
  try {
    const server = createSiteServer();
    const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = settings;
    if (collector) resources.adopt(await startTracing(collector, server), (tracing) => tracing.stop());
    await switchArchiving(settings, signal);
    const database = resources.adopt(await openDatabase(settings, signal), (opened) => opened.close());
    signal.throwIfAborted();
    const site = resources.adopt(await openSite(server), (opened) => opened.close());
    if (!settings.API_BASE_URL) {
      await completeFeedIds(database, settings.SITE_URL);
      await storeFormerMenus(database);
    }
    await runStep('Content', (report) => prepareContent(database, signal, { report })).catch(async (error: unknown) => {
      throw await explainFailure(error, settings);
    });

    if (!settings.API_BASE_URL) {
      const stored = await importFormerSettings(database, settings);
      if (stored.length > 0)
        console.log(`${stored.join(', ')}: stored as the settings Company and Forms. Change them in the Studio.`);
    }

    let address = '';
    let phase: Phase = 'starting';
    const files = await openFileStore(settings);
    if (settings.ASSETS_DIR && !site.isDevelopment)
      await keepSharingAssets(settings.ASSETS_DIR, { build: site.build, assets: assetsFolder }).catch((cause) => {
        throw new StartError(`ASSETS_DIR cannot be used: ${describeError(cause)}`, { cause });
      });
    if (!settings.API_BASE_URL) await checkSharedStore(database, settings, files);
    const app = await createSiteApp({
      settings,
      database,
      site,
      files,
      server,
      logger: logger ?? (await openLog(settings)),
      address: () => address,
      phase: () => phase,
    });
    const background: BackgroundJob[] = [];
    resources.adopt(app, () => drain(app, background, timeout));
    const onMailError = (error: unknown) => app.log.warn({ err: error }, 'the mails of the outbox could not be sent');
    if (runsJobs) {
      background.push(startOutbox({ db: database.db }, settings, () => settings.SITE_URL ?? address, onMailError));
      await clearStateOfDisabledBackups(database, settings);
      const jobs = [...listMaintenanceJobs(settings, files), ...listBackupJobs({ database, files, settings })];
      background.push(startMaintenance(database, jobs, app.log));
      background.push(await startLinkChecks(database, settings, () => settings.SITE_URL ?? address, app.log));
      background.push(startLog(database, await readProgramVersion(), app.log));
      background.push(startWebhooks(database, getRequestOutside(settings), app.log));
      background.push(await startReplies(database, files, settings, app.log));
      background.push(await startArchiver({ database, files, settings }, app.log));
    }
    signal.throwIfAborted();
    const bound = await app.listen({ port: settings.PORT, host: settings.HOST }).catch((cause) => {
      throw explainListenError(cause, settings);
    });
    address = bound.replace(/127\.0\.0\.1|0\.0\.0\.0|\[::1?\]/, 'localhost');
    // A backend on another host may be slow, so the start does not render its pages.
    if (!site.isDevelopment && !settings.API_BASE_URL)
      await runStep('First pages', (report) => warmUp(address, signal, report));
    signal.throwIfAborted();
    phase = 'running';
    return {
      address,
      setUpAddress: settings.API_BASE_URL ? null : await createSetUpAddress(database, settings.SITE_URL ?? address),
      close: async () => {
        // A load balancer sends requests until it has read `/readyz`, so they are still answered.
        phase = 'ending';
        await sleep(settings.SHUTDOWN_DELAY_MS);
        await resources.disposeAsync();
      },
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

/** Returns the error of a port that cannot be opened, with what to do. */
function explainListenError(cause: NodeJS.ErrnoException, { PORT, HOST }: Settings): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${PORT} is in use by another program. End it, or choose a free port with the setting PORT: PORT=${PORT + 1} npm start`,
    EACCES: `This user may not open port ${PORT}. Choose one above 1023 with the setting PORT: PORT=3000 npm start`,
    EADDRNOTAVAIL: `${HOST} is no address of this machine. Correct the setting HOST: HOST=127.0.0.1 npm start`,
  };
  const reason = reasons[cause.code ?? ''];
  return reason ? new StartError(reason, { cause }) : cause;
}

/** Prints the addresses last, apart from the steps. */
function printReady({ address, setUpAddress }: RunningSite, isForPerson: boolean): void {
  const addresses = [`Site        ${address}`, `API         ${address}/api/docs`];
  if (setUpAddress) addresses.push(`Studio      ${setUpAddress} (works once, within an hour)`);
  const ready = `Ready in ${Math.round(performance.now())} ms`;
  console.log((isForPerson ? [ready, '', ...addresses, ''] : [...addresses, ready]).join('\n'));
}

/** Prints why the site could not start, and ends the process with 1. */
function exitWith(error: unknown): never {
  // Of an error that the operator can correct, only the message is printed.
  const isForOperator = [SettingsError, StartError, BackupError].some((kind) => error instanceof kind);
  const isPlain = error instanceof Error && (isForOperator || 'code' in error);
  console.error(isPlain ? error.message : describeError(error));
  process.exit(1);
}

const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

async function runSite(start: StartSite): Promise<void> {
  // The display of the steps is chosen before the settings are read, because that is the first step.
  const isForPerson = isPretty(process.env.LOG_FORMAT);
  if (isForPerson) showSteps(process.stdout);
  const settings = await runStep('Settings', async () => readSettings());
  const reason = continueAsOwner(settings);
  if (reason) console.log(`Continues as root: ${reason}`);
  const ending = new AbortController();
  let exitCode = 0;
  // The listeners stay for the life of the process, because npm forwards a Ctrl-C that the terminal has sent already. A
  // second signal without a listener would end the process before its database.
  for (const name of endSignals) process.on(name, () => ending.abort());
  watchNpm(() => ending.abort());
  for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(name, (error: unknown) => {
      const line = { level: 60, time: Date.now(), err: serializeError(error), msg: name };
      console.error(isForPerson ? `${name}: ${describeError(error)}` : JSON.stringify(line));
      exitCode = 1;
      ending.abort();
    });
  }
  const ended = new Promise<void>((resolve) => {
    ending.signal.addEventListener('abort', () => {
      setTimeout(() => void endProcess(1), settings.SHUTDOWN_DELAY_MS + endTimeout).unref();
      resolve();
    });
  });
  try {
    const site = await start(settings, ending.signal);
    showSteps(null);
    printReady(site, isForPerson);
    await ended;
    await site.close();
  } catch (error) {
    // An interrupted start has closed everything again, which is what the operator asked for.
    if (!ending.signal.aborted) throw error;
  }
  await endProcess(exitCode);
}

/**
 * Runs a site until this process is told to end. If the site cannot start, prints the reason and ends the process with
 * 1.
 */
export async function main(start: StartSite): Promise<void> {
  await runSite(start).catch(exitWith);
}
