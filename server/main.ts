import type { FastifyInstance } from 'fastify';
import { openDatabase } from './database.ts';
import { openFileStore } from './file-store.ts';
import { openLog } from './log.ts';
import { startOutbox } from './mail.ts';
import { maintenanceJobs, startMaintenance } from './maintenance.ts';
import { prepareContent } from './prepare-content.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';
import { createSiteApp, createSiteServer } from './site-app.ts';
import type { OpenSite } from './site-source.ts';

/** After this long a process that was told to end ends, whatever is still under way. */
const endTimeout = 20_000;

/** A running site: where it listens, and how to end it. */
export interface RunningSite {
  address: string;
  close(): Promise<void>;
}

/** Answers what is under way and takes nothing new. */
async function drain(app: FastifyInstance): Promise<void> {
  // A connection that was busy when the closing began becomes idle later and would be kept alive.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(sweep));
}

/**
 * The composition root: settings → database → content → site → API and pages → listen. Whatever fails or aborts on the way,
 * all that was opened is closed again, last first.
 */
export async function startSite(settings: Settings, openSite: OpenSite, signal: AbortSignal): Promise<RunningSite> {
  const resources = new AsyncDisposableStack();
  try {
    const server = createSiteServer();
    const database = resources.adopt(await openDatabase(settings), (opened) => opened.close());
    signal.throwIfAborted();
    const site = resources.adopt(await openSite(server), (opened) => opened.close());
    await prepareContent(database, signal);

    let address = '';
    const files = await openFileStore(settings);
    const app = await createSiteApp({
      settings,
      database,
      site,
      files,
      server,
      logger: openLog(),
      address: () => address,
    });
    resources.adopt(app, drain);
    const report = (error: unknown) => app.log.warn({ err: error }, 'the outbox could not be emptied');
    resources.adopt(startOutbox({ db: database.db }, settings, report), (outbox) => outbox.stop());
    const jobs = maintenanceJobs(settings, files);
    resources.adopt(startMaintenance(database, jobs, app.log), (running) => running.stop());
    signal.throwIfAborted();
    const bound = await app.listen({ port: settings.PORT, host: settings.HOST });
    address = bound.replace(/127\.0\.0\.1|0\.0\.0\.0|\[::1?\]/, 'localhost');
    return { address, close: () => resources.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}

function endWith(error: unknown): never {
  // A person reads this: what is wrong, not where in our code it was noticed.
  const isPlain = error instanceof SettingsError || (error instanceof Error && 'code' in error);
  console.error(isPlain ? error.message : error);
  process.exit(1);
}

async function runSite(openSite: OpenSite): Promise<void> {
  const ending = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => ending.abort());
  const ended = new Promise<void>((resolve) => {
    ending.signal.addEventListener('abort', () => {
      setTimeout(() => process.exit(1), endTimeout).unref();
      resolve();
    });
  });
  try {
    const site = await startSite(readSettings(), openSite, ending.signal);
    console.log(`Site        ${site.address}\nAPI         ${site.address}/api/docs`);
    console.log(`Ready in ${Math.round(performance.now())} ms`);
    await ended;
    await site.close();
  } catch (error) {
    // Interrupted while starting: everything is closed again, and that is what was asked for.
    if (!ending.signal.aborted) throw error;
  }
  process.exit(0);
}

/** Runs a site until this process is told to end; what kept it from starting is said, and ends it with 1. */
export async function main(openSite: OpenSite): Promise<void> {
  await runSite(openSite).catch(endWith);
}
