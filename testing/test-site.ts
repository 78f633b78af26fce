import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Server, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createFolderStore } from '../server/file-store/folder-store.ts';
import { openProductionSite } from '../server/pages/production-site.ts';
import { readSettings } from '../server/settings.ts';
import { createSiteApp, createSiteServer } from '../server/site-app.ts';
import { buildSiteOnce } from './build-site.ts';
import { makeDataFolder } from './data-folder.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { createRecordingLogger, type LogLine } from './logger.ts';

/** A whole site in the process of the test: real HTTP on a free port, the built pages, and a database. */
export interface TestSite {
  address: string;
  server: Server;
  database: TestDatabase;
  dataFolder: string;
  /** The URLs of the pages that were rendered so far, in order. */
  rendered: string[];
  lines: LogLine[];
  /** Every path that the server answers, one on each line, as Fastify prints them. */
  routes: string;
  close(): Promise<void>;
}

export interface TestSiteOptions {
  /** By default a new one, which is removed with the site. */
  database?: TestDatabase;
  env?: Record<string, string>;
  /** Milliseconds after which the error page replaces a page that is not rendered yet. */
  pageTimeLimit?: number;
  /** Options of the HTTP server, such as other time limits. */
  http?: ServerOptions;
}

/** Starts a site on an empty database. The first start of a run builds the pages if their sources have changed. */
export async function openTestSite({ database, env, pageTimeLimit, http }: TestSiteOptions = {}): Promise<TestSite> {
  await buildSiteOnce();
  const resources = new AsyncDisposableStack();
  const used = database ?? resources.adopt(await openTestDatabase(), (own) => own.close());
  const dataFolder = resources.adopt(await makeDataFolder('site-test-'), (folder) =>
    rm(folder, { recursive: true, force: true }),
  );
  const built = await openProductionSite();
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
  const server = createSiteServer(http);
  const { logger, lines } = createRecordingLogger();
  let address = '';
  const app = resources.adopt(
    await createSiteApp({
      settings: readSettings({ DATA_DIR: dataFolder, ...env }),
      database: used,
      site,
      files: createFolderStore(join(dataFolder, 'files')),
      server,
      address: () => address,
      logger,
      pageTimeLimit,
    }),
    (open) => open.close(),
  );
  await app.ready();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://localhost:${(server.address() as AddressInfo).port}`;
  const routes = app.printRoutes({ commonPrefix: false });
  return {
    address,
    server,
    database: used,
    dataFolder,
    rendered,
    lines,
    routes,
    close: () => resources.disposeAsync(),
  };
}

/** Starts a site on an empty database for the tests of a file. */
export async function setUpSite(options?: TestSiteOptions): Promise<TestSite> {
  const site = await openTestSite(options);
  afterAll(() => site.close());
  return site;
}
