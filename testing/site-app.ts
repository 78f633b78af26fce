import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { buildIfStale } from '../server/build.ts';
import { folderStore } from '../server/file-store/folder-store.ts';
import { productionSite } from '../server/pages/production-site.ts';
import { readSettings } from '../server/settings.ts';
import { createSiteApp, createSiteServer } from '../server/site-app.ts';
import { filesFolder } from './api-context.ts';
import type { TestDatabase } from './database.ts';
import { keepingLogger, type LogLine } from './logger.ts';

/** A whole site in this process: real HTTP on a free port, the built pages, a test's own database. */
export interface TestSite {
  address: string;
  /** Addresses of the pages that were rendered so far, in order. */
  rendered: string[];
  lines: LogLine[];
  /** Every path that the server answers, one a line, as Fastify prints them. */
  routes: string;
  close(): Promise<void>;
}

export async function openTestSite(database: TestDatabase, env: Record<string, string> = {}): Promise<TestSite> {
  await buildIfStale();
  const built = await productionSite();
  const rendered: string[] = [];
  const site: typeof built = {
    ...built,
    load: async (url) => {
      const loaded = await built.load(url);
      return {
        ...loaded,
        renderPage: (input) => {
          rendered.push(url);
          return loaded.renderPage(input);
        },
      };
    },
  };
  const server = createSiteServer();
  const { logger, lines } = keepingLogger();
  let address = '';
  const app = await createSiteApp({
    settings: readSettings({ DATA_DIR: tmpdir(), ...env }),
    database,
    site,
    files: folderStore(filesFolder),
    server,
    address: () => address,
    logger,
  });
  await app.ready();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://localhost:${(server.address() as AddressInfo).port}`;
  const routes = app.printRoutes({ commonPrefix: false });
  return { address, rendered, lines, routes, close: () => app.close() };
}
