import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { ErrorPayload, ViteDevServer } from 'vite';
import { openDatabase } from '../database/database.ts';
import { main, type RunningSite } from '../main.ts';
import type { Settings } from '../settings.ts';
import { describeSourceError } from './describe-source-error.ts';
import { createDevelopmentSite } from './development-site.ts';
import type { SourceChanges } from './vite-server.ts';

/** Converts an error of the server's code to one that Vite's client shows, with file and line. */
function toViteError(error: Error & { id?: string; frame?: string; loc?: object }): ErrorPayload {
  const { id, frame = '', stack = '' } = error;
  const [message, shownFrame, shownStack] = [error.message, frame, stack].map(stripVTControlCharacters);
  const err = { message: message ?? '', stack: shownStack ?? '', frame: shownFrame, ...(id ? { id } : {}) };
  return { type: 'error', err };
}

/** Shows the last error of the server's code in every open page, and in each page that is opened or reloaded later. */
function createErrorDisplay({ hot }: ViteDevServer['environments']['client']) {
  let last: ErrorPayload | null = null;
  hot.on('vite:client:connect', (_data, client) => {
    if (last) client.send(last);
  });
  return {
    show: (error: Error) => {
      console.error(describeSourceError(error, 'Save the corrected file; the site then starts anew.') ?? error);
      last = toViteError(error);
      hot.send(last);
    },
    clear: () => {
      last = null;
    },
  };
}

/** Starts the site, and starts it again after each change of the server's code, on the same port and database. */
async function startSiteWithRestarts(
  vite: ViteDevServer,
  changes: SourceChanges,
  settings: Settings,
  signal: AbortSignal,
): Promise<RunningSite> {
  const load = async () => (await vite.ssrLoadModule('/server/main.ts')) as typeof import('../main.ts');
  const start = async (port: number) => {
    const { startSite } = await load();
    const own = { ...settings, PORT: port, SHUTDOWN_DELAY_MS: 0 };
    return startSite(own, async () => createDevelopmentSite(vite), signal);
  };
  // PostgreSQL stops with its last connection. This one keeps it running between one start of the site and the next.
  const database = await openDatabase(settings, signal);
  let site: RunningSite | null = await start(settings.PORT);
  const { address } = site;
  const errors = createErrorDisplay(vite.environments.client);
  let isChanged = false;

  async function restart(): Promise<void> {
    const started = performance.now();
    // A failure here leaves the running site as it is.
    await load();
    await site?.close();
    site = null;
    site = await start(Number(new URL(address).port));
    errors.clear();
    console.log(`Restarted in ${Math.round(performance.now() - started)} ms`);
    vite.environments.client.hot.send({ type: 'full-reload' });
  }

  async function restartWhileChanged(): Promise<void> {
    while (isChanged && !signal.aborted) {
      // Editors save several files at once.
      await sleep(50);
      isChanged = false;
      await restart().catch(errors.show);
    }
  }

  let restarting = Promise.resolve();
  changes.on('server', () => {
    if (isChanged) return;
    isChanged = true;
    restarting = restarting.then(restartWhileChanged);
  });
  return {
    address,
    close: async () => {
      await restarting;
      await site?.close();
      await vite.close();
      await database.close();
    },
  };
}

/** Runs `npm run dev` until this process is told to end. */
export function runDevelopmentSite(vite: ViteDevServer, changes: SourceChanges): Promise<void> {
  return main((settings, signal) => startSiteWithRestarts(vite, changes, settings, signal));
}
