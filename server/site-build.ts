import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { Assets } from '../site/document.ts';
import { readAssets } from './assets.ts';
import { buildFolder } from './folders.ts';
import type { PagesOptions, RenderPage } from './pages.ts';

/** Where pages come from: the production build, or a development server that builds as it goes. */
export interface SiteSource {
  build: string;
  load: PagesOptions['site'];
  /** The query parameters that the page of a path reads; null where no page is, or one that nobody may keep. */
  parametersOf: (path: string) => Promise<readonly string[] | null>;
  /** Sees each request first; absent in production. */
  middleware?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  close(): Promise<void>;
}

/** The built site. */
export async function productionSite(): Promise<SiteSource> {
  // React chooses its production code by this variable.
  process.env.NODE_ENV = 'production';
  const assets = await readAssets();
  const { renderPage, parametersOf } = (await import(pathToFileURL(`${buildFolder}/pages/entry-server.js`).href)) as {
    renderPage: RenderPage;
    parametersOf: SiteSource['parametersOf'];
  };
  return {
    build: assets.build,
    load: async () => ({ renderPage, assets }),
    parametersOf,
    close: async () => undefined,
  };
}

/** Vite's development server inside ours, with hot reload over the same port. */
export async function developmentSite(server: Server): Promise<SiteSource> {
  const [{ createServer }, { sharedConfig }] = await Promise.all([import('vite'), import('./vite-config.ts')]);
  const vite = await createServer({
    ...sharedConfig,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
    // Found before the first page asks: a second round of bundling would bring a second React.
    optimizeDeps: {
      entries: ['site/entry-client.ts', 'site/take-over.tsx'],
      include: ['react', 'react/jsx-dev-runtime', 'react-dom/client', 'react-router', 'react-router/dom'],
    },
  });
  const assets: Assets = {
    build: 'development',
    scripts: ['/site/entry-client.ts'],
    preloads: [],
    styles: [],
    fonts: [],
    chunks: {},
  };
  return {
    build: assets.build,
    load: async (url) => {
      const { renderPage } = (await vite.ssrLoadModule('/site/entry-server.tsx')) as { renderPage: RenderPage };
      return { renderPage, assets, transform: (html) => vite.transformIndexHtml(url, html) };
    },
    parametersOf: async () => null,
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}
