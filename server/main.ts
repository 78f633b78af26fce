import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { warmUpRateLimiter } from '../api/http/limit-rates.ts';
import { explainFailure, openDatabase } from './database/database.ts';
import { prepareContent } from './database/prepare-content.ts';
import { openFileStore } from './file-store/file-store.ts';
import { startOutbox } from './jobs/mail.ts';
import { maintenanceJobs, startMaintenance } from './jobs/maintenance.ts';
import { openLog } from './monitoring/log.ts';
import type { OpenSite } from './pages/site-source.ts';
import { continueAsOwner } from './process/continue-as-owner.ts';
import { describeError, serializeError } from './process/describe-error.ts';
import { settleWithin } from './process/settle-within.ts';
import { StartError } from './process/start-error.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { createSiteApp, createSiteServer } from './site-app.ts';

/** Milliseconds in which a server has ended after it closed its listener, whatever is still under way. */
const endTimeout = 9_500;
/** Milliseconds of them for requests, mails and maintenance; the rest is for PostgreSQL, which writes a checkpoint. */
const workTimeout = 6_000;

/** A running site: where it listens, and how to end it. */
export interface RunningSite {
  address: string;
  close(): Promise<void>;
}

interface Background {
  stop(): Promise<void>;
}

/** Takes nothing new and ends what is under way: answers requests, finishes mails; after 6 s it cuts off the rest. */
async function drain(app: FastifyInstance, background: readonly Background[]): Promise<void> {
  // A connection that was busy when the closing began becomes idle later and would be kept alive.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const ended = Promise.allSettled([app.close(), ...background.map((each) => each.stop())]);
  if (!(await settleWithin(workTimeout, ended))) {
    app.log.warn(`cut off what was still under way after ${workTimeout} ms`);
    app.server.closeAllConnections();
    await settleWithin(500, ended);
  }
  clearInterval(sweep);
}

/** Requests one page and waits for it, for at most 5 s. A failure does not stop the start. */
async function makeFirstPage(address: string, signal: AbortSignal): Promise<void> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(5_000)]);
  await fetch(address, { signal: end })
    .then((page) => page.arrayBuffer())
    .catch(() => undefined);
}

/**
 * The composition root: settings → database → content → site → API and pages → listen. Whatever fails or aborts on the way,
 * all that was opened is closed again, last first.
 */
export async function startSite(settings: Settings, openSite: OpenSite, signal: AbortSignal): Promise<RunningSite> {
  const resources = new AsyncDisposableStack();
  try {
    const server = createSiteServer();
    const database = resources.adopt(await openDatabase(settings, signal), (opened) => opened.close());
    signal.throwIfAborted();
    const site = resources.adopt(await openSite(server), (opened) => opened.close());
    await prepareContent(database, signal).catch(async (error: unknown) => {
      throw await explainFailure(error, settings);
    });

    let address = '';
    let isEnding = false;
    const files = await openFileStore(settings);
    const app = await createSiteApp({
      settings,
      database,
      site,
      files,
      server,
      logger: openLog(),
      address: () => address,
      isEnding: () => isEnding,
    });
    const background: Background[] = [];
    resources.adopt(app, () => drain(app, background));
    const report = (error: unknown) => app.log.warn({ err: error }, 'the outbox could not be emptied');
    background.push(startOutbox({ db: database.db }, settings, report));
    background.push(startMaintenance(database, maintenanceJobs(settings, files), app.log));
    await warmUpRateLimiter(database);
    signal.throwIfAborted();
    const bound = await app.listen({ port: settings.PORT, host: settings.HOST });
    address = bound.replace(/127\.0\.0\.1|0\.0\.0\.0|\[::1?\]/, 'localhost');
    // The first rendering loads and compiles much of the code, for which no visitor should wait. With a backend on another host,
    // which may be slow, the start does not render.
    if (!site.isDevelopment && !settings.API_BASE_URL) await makeFirstPage(address, signal);
    return {
      address,
      close: async () => {
        // Requests that a load balancer sends until it has read `/readyz` are still taken.
        isEnding = true;
        await sleep(settings.SHUTDOWN_DELAY_MS);
        await resources.disposeAsync();
      },
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

function endWith(error: unknown): never {
  // A person reads this: what is wrong, not where in our code it was noticed.
  const isPlain =
    error instanceof SettingsError || error instanceof StartError || (error instanceof Error && 'code' in error);
  console.error(isPlain ? error.message : describeError(error));
  process.exit(1);
}

const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

async function runSite(openSite: OpenSite): Promise<void> {
  const settings = readSettings();
  const reason = continueAsOwner(settings);
  if (reason) console.log(`Goes on as root: ${reason}`);
  const ending = new AbortController();
  let exitCode = 0;
  // Each signal has its listener for as long as the process lives: npm hands on a Ctrl-C that the terminal has sent already,
  // and a second signal without a listener would end the process before its database.
  for (const name of endSignals) process.on(name, () => ending.abort());
  for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(name, (error: unknown) => {
      console.error(JSON.stringify({ level: 60, time: Date.now(), err: serializeError(error), msg: name }));
      exitCode = 1;
      ending.abort();
    });
  }
  const ended = new Promise<void>((resolve) => {
    ending.signal.addEventListener('abort', () => {
      setTimeout(() => process.exit(1), settings.SHUTDOWN_DELAY_MS + endTimeout).unref();
      resolve();
    });
  });
  try {
    const site = await startSite(settings, openSite, ending.signal);
    console.log(`Site        ${site.address}\nAPI         ${site.address}/api/docs`);
    console.log(`Ready in ${Math.round(performance.now())} ms`);
    await ended;
    await site.close();
  } catch (error) {
    // Interrupted while starting: everything is closed again, and that is what was asked for.
    if (!ending.signal.aborted) throw error;
  }
  process.exit(exitCode);
}

/** Runs a site until this process is told to end; what kept it from starting is said, and ends it with 1. */
export async function main(openSite: OpenSite): Promise<void> {
  await runSite(openSite).catch(endWith);
}
