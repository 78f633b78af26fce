import type { Server } from 'node:http';
import { createServer } from 'vite';
import type { Assets } from '../../site/document.ts';
import { sharedConfig } from '../build/vite-config.ts';
import type { RenderPage } from '../pages/pages.ts';
import type { SiteSource } from '../pages/site-source.ts';
import { renderStyles } from './development-styles.ts';

const serverEntry = '/site/entry-server.tsx';

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
    fonts: ['familjen-grotesk', 'martian-mono'].map((name) => `/site/styles/fonts/${name}-core.woff2`),
    chunks: {},
  };
  return {
    build: assets.build,
    isDevelopment: true,
    load: async (url) => {
      const { renderPage } = (await vite.ssrLoadModule(serverEntry)) as { renderPage: RenderPage };
      const transform = async (html: string) => {
        // Vite would take styles that stand in the HTML for files of their own.
        const page = await vite.transformIndexHtml(url, html);
        const styles = await renderStyles(vite, serverEntry);
        return page.replace('</head>', () => `${styles}</head>`);
      };
      return { renderPage, assets, transform };
    },
    parametersOf: async () => null,
    pageRouteOf: () => null,
    middleware: vite.middlewares,
    close: () => vite.close(),
  };
}
