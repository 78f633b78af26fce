import { pathToFileURL } from 'node:url';
import type { RenderedLook } from '../../site/look.ts';
import { readAssets, readStudioAssets } from '../build/assets.ts';
import { buildFolder } from '../folders.ts';
import type { RenderPage } from './pages.ts';
import type { SiteSource, StudioSource } from './site-source.ts';

async function loadBuiltStudio(look: RenderedLook): Promise<StudioSource> {
  const program: Pick<StudioSource, 'renderStudio'> = await import(
    pathToFileURL(`${buildFolder}/studio/entry-server.js`).href
  );
  return { ...program, assets: { ...(await readStudioAssets()), look } };
}

export async function openProductionSite(): Promise<SiteSource> {
  const assets = await readAssets();
  const { renderPage, getPageParameters, findPagePattern } = (await import(
    pathToFileURL(`${buildFolder}/pages/entry-server.js`).href
  )) as {
    renderPage: RenderPage;
    getPageParameters: SiteSource['getPageParameters'];
    findPagePattern: SiteSource['findPagePattern'];
  };
  let studio: Promise<StudioSource> | undefined;
  return {
    build: assets.build,
    isDevelopment: false,
    load: async () => ({ renderPage, assets }),
    readLooks: async () => assets.renderLook,
    loadStudio: () => {
      studio ??= loadBuiltStudio(assets.renderLook(undefined));
      return studio;
    },
    getPageParameters,
    findPagePattern,
    close: async () => undefined,
  };
}
