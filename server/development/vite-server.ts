import { EventEmitter, once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, createServer, type Logger, normalizePath, type Plugin, type ViteDevServer } from 'vite';
import { sharedConfig } from '../build/vite-config.ts';
import { projectFolder } from '../folders.ts';
import { describeSourceError } from './describe-source-error.ts';

/** Emits `server` when a file that the server runs has changed. */
export type SourceChanges = EventEmitter<{ server: [] }>;

const serverFolders = ['api', 'contract', 'server'].map((folder) => normalizePath(`${projectFolder}${folder}/`));

/**
 * Announces a change of the server's code. Vite must not reload the page, which would find no server for a moment.
 */
function announceServerChanges(changes: SourceChanges): Plugin {
  return {
    name: 'announce-server-changes',
    hotUpdate({ file }) {
      if (!serverFolders.some((folder) => file.startsWith(folder))) return;
      changes.emit('server');
      return [];
    },
  };
}

/**
 * Creates the logger of Vite. An error in a source is described; the one of a module that the server loads is left out,
 * because the request or the restart that needs the module reports it. The screen is never cleared, since it shows the
 * addresses.
 */
function createViteLogger(): Logger {
  const logger = createLogger('warn', { allowClearScreen: false });
  const { error: print } = logger;
  return {
    ...logger,
    error: (message, options) => {
      if (message.includes('Error when evaluating SSR module')) return;
      const described = describeSourceError(options?.error, 'Save the corrected file; the page then loads anew.');
      print(described ?? message, { ...options, timestamp: false });
    },
  };
}

/**
 * Creates Vite's development server. It sends its updates to browsers over a port of its own, which outlives a restart.
 */
export async function createDevelopmentServer(): Promise<{ vite: ViteDevServer; changes: SourceChanges }> {
  const changes: SourceChanges = new EventEmitter();
  const updates = createHttpServer().listen(0, process.env.HOST || '127.0.0.1');
  await once(updates, 'listening');
  updates.unref();
  const vite = await createServer({
    ...sharedConfig,
    plugins: [...(sharedConfig.plugins ?? []), announceServerChanges(changes)],
    appType: 'custom',
    clearScreen: false,
    customLogger: createViteLogger(),
    server: {
      middlewareMode: true,
      hmr: { server: updates, clientPort: (updates.address() as AddressInfo).port },
      watch: { ignored: ['**/data/**'] },
    },
    // Vite bundles the packages of these before the first page: a second round of bundling would load a second React.
    optimizeDeps: {
      entries: ['site/entry-client.ts', 'site/hydration/hydrate.tsx', 'studio/entry-client.tsx'],
      include: ['react', 'react/jsx-dev-runtime', 'react-dom/client', 'react-router', 'react-router/dom'],
    },
  });
  return { vite, changes };
}
