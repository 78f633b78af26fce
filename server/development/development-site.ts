import type { ViteDevServer } from 'vite';
import type { Assets } from '../../site/html/document.ts';
import type { RenderPage } from '../pages/pages.ts';
import type { SiteSource, StudioSource } from '../pages/site-source.ts';
import { createDevelopmentLooks } from './development-looks.ts';
import { renderStyleElements } from './development-styles.ts';

const serverEntry = '/site/entry-server.tsx';
const studioEntry = '/studio/entry-server.tsx';

/** Creates a `SiteSource` in which Vite builds pages on request. */
export function createDevelopmentSite(vite: ViteDevServer): SiteSource {
  const readLooks = createDevelopmentLooks();
  const readAssets = async (): Promise<Assets> => ({
    build: 'development',
    script: '/site/entry-client.ts',
    measureScript: '/site/analytics/measure.ts',
    modules: [],
    styles: [],
    renderLook: await readLooks(),
    chunks: {},
  });
  /** Adds Vite's client and the styles of a program to a page. */
  async function transform(url: string, html: string, entry: string, sharedStyle: string): Promise<string> {
    // Vite would treat inline styles as files of their own, so they are added after it.
    const page = await vite.transformIndexHtml(url, html);
    const styles = await renderStyleElements(vite, entry, sharedStyle);
    return page.replace('</head>', () => `${styles}</head>`);
  }

  return {
    build: 'development',
    isDevelopment: true,
    load: async (url) => {
      const { renderPage } = (await vite.ssrLoadModule(serverEntry)) as { renderPage: RenderPage };
      return {
        renderPage,
        assets: await readAssets(),
        transform: (html) => transform(url, html, serverEntry, '/site/styles/index.css'),
      };
    },
    loadStudio: async (url) => {
      const { renderStudio } = (await vite.ssrLoadModule(studioEntry)) as Pick<StudioSource, 'renderStudio'>;
      return {
        renderStudio,
        assets: {
          script: '/studio/entry-client.tsx',
          listScripts: () => [],
          styles: [],
          look: (await readLooks())(undefined),
        },
        transform: (html) => transform(url, html, studioEntry, '/studio/styles/index.css'),
      };
    },
    readLooks,
    getPageParameters: async () => null,
    findPagePattern: () => null,
    middleware: vite.middlewares,
    close: async () => undefined,
  };
}
