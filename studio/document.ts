import { themeScript } from '../site/device/theme-script.ts';
import { escapeText } from '../site/drawings/svg.ts';
import type { RenderedLook } from '../site/look.ts';
import { railScript } from './device.ts';
import { clickScript } from './saving/before-hydration.ts';
import type { StudioState } from './state.ts';

/** Addresses of the built files. */
export interface StudioAssets {
  script: string;
  /** Returns the scripts of the screen with a source path, so that the browser loads all of them at once. */
  listScripts(file: string | undefined): string[];
  styles: string[];
  /** The Studio's own look, whatever that of the pages is. */
  look: RenderedLook;
}

/** Renders the HTML document around a rendered screen. */
export function renderStudioDocument({
  body,
  state,
  title,
  file,
  assets,
}: {
  body: string;
  state: StudioState;
  title: string;
  /** The source path of the screen. */
  file: string | undefined;
  assets: StudioAssets;
}): string {
  // Without `<`, no text can end the script element that holds the state.
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  return [
    `<!doctype html><html lang="en-GB" ${assets.look.attributes}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="color-scheme" content="light dark">',
    `<script>${themeScript}</script>`,
    `<script>${railScript}</script>`,
    `<script>${clickScript}</script>`,
    `<title>${escapeText(`${title} – ${state.settings.siteName} Studio`)}</title>`,
    '<meta name="robots" content="noindex">',
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    ...assets.look.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    `<style>${assets.look.style.text}</style>`,
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...assets.listScripts(file).map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${assets.script}"></script>`,
    `</head><body><div id="root">${body}</div>`,
    `<script type="application/json" id="state">${json}</script></body></html>`,
  ].join('');
}
