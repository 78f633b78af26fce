import type { Server } from 'node:http';
import { createServer } from 'vite';
import type { Assets } from '../site/document.ts';
import type { RenderPage } from './pages.ts';
import type { SiteSource } from './site-source.ts';
import { sharedConfig } from './vite-config.ts';

/** Vite's development server inside ours, with hot reload over the same port. */
export async function developmentSite(server: Server): Promise<SiteSource> {
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
    script: '/site/entry-client.ts',
    modules: [],
    styles: [],
    fonts: [],
    chunks: {},
  };
  return {
    build: assets.build,
    isDevelopment: true,
    load: async (url) => {
      const { renderPage } = (await vite.ssrLoadModule('/site/entry-server.tsx')) as { renderPage: RenderPage };
      return { renderPage, assets, transform: (html) => vite.transformIndexHtml(url, html) };
    },
    parametersOf: async () => null,
    pageRouteOf: () => null,
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}
