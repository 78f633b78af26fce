import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { ViteDevServer } from 'vite';
import { openDatabase } from '../database/database.ts';
import { main, type RunningSite } from '../main.ts';
import type { Settings } from '../settings.ts';
import { createDevelopmentSite } from './development-site.ts';
import type { SourceChanges } from './vite-server.ts';

/** Prints an error of the server's code, and shows it with file and line in every open page. */
function showError(vite: ViteDevServer, error: Error & { id?: string; frame?: string; loc?: object }): void {
  console.error(error);
  const { id, frame = '', stack = '' } = error;
  const [message, shownFrame, shownStack] = [error.message, frame, stack].map(stripVTControlCharacters);
  const err = { message: message ?? '', stack: shownStack ?? '', frame: shownFrame, ...(id ? { id } : {}) };
  vite.environments.client.hot.send({ type: 'error', err });
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
  let isChanged = false;

  async function restart(): Promise<void> {
    const started = performance.now();
    // A failure here leaves the running site as it is.
    await load();
    await site?.close();
    site = null;
    site = await start(Number(new URL(address).port));
    console.log(`Restarted in ${Math.round(performance.now() - started)} ms`);
    vite.environments.client.hot.send({ type: 'full-reload' });
  }

  async function restartWhileChanged(): Promise<void> {
    while (isChanged && !signal.aborted) {
      // Editors save several files at once.
      await sleep(50);
      isChanged = false;
      await restart().catch((error: Error) => showError(vite, error));
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
