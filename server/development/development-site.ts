import type { ViteDevServer } from 'vite';
import type { Assets } from '../../site/html/document.ts';
import type { RenderPage } from '../pages/pages.ts';
import type { SiteSource } from '../pages/site-source.ts';
import { renderStyleElements } from './development-styles.ts';

const serverEntry = '/site/entry-server.tsx';

/** Creates the source of pages that Vite builds when they are requested. */
export function createDevelopmentSite(vite: ViteDevServer): SiteSource {
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
        // Vite would treat inline styles as files of their own, so they are added after it.
        const page = await vite.transformIndexHtml(url, html);
        const styles = await renderStyleElements(vite, serverEntry);
        return page.replace('</head>', () => `${styles}</head>`);
      };
      return { renderPage, assets, transform };
    },
    parametersOf: async () => null,
    pageRouteOf: () => null,
    middleware: vite.middlewares,
    close: async () => undefined,
  };
}
