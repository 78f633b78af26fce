import { pathToFileURL } from 'node:url';
import { readAssets } from '../build/assets.ts';
import { buildFolder } from '../folders.ts';
import type { RenderPage } from './pages.ts';
import type { SiteSource } from './site-source.ts';

/** Opens the built site. */
export async function openProductionSite(): Promise<SiteSource> {
  const assets = await readAssets();
  const { renderPage, parametersOf, pageRouteOf } = (await import(
    pathToFileURL(`${buildFolder}/pages/entry-server.js`).href
  )) as {
    renderPage: RenderPage;
    parametersOf: SiteSource['parametersOf'];
    pageRouteOf: SiteSource['pageRouteOf'];
  };
  return {
    build: assets.build,
    isDevelopment: false,
    load: async () => ({ renderPage, assets }),
    parametersOf,
    pageRouteOf,
    close: async () => undefined,
  };
}
