import { themeScript } from '../device/theme-script.ts';
import { drawIcon } from '../drawings/icon.ts';
import { createRenderedTextReplacer, type PageState } from '../hydration/page-state.ts';
import type { PageStyle, RenderLook } from '../look.ts';
import type { PageName, ViewRecord } from '../page.ts';
import type { DocumentSettings } from '../settings.ts';
import { speculationRules } from './speculation-rules.ts';
import { viewTransitionStyle } from './view-transition-style.ts';

/** Addresses of the built files. */
export interface Assets {
  /** Name of the release. */
  build: string;
  /** The entry, `site/entry-client.ts`. */
  script: string;
  /** Hash of the entry (Subresource Integrity); none while developing. */
  integrity?: string;
  /** The script of pages that are measured, `site/analytics/measure.ts`. */
  measureScript: string;
  /** Modules that every page is hydrated with, each after the modules that it imports. */
  modules: string[];
  /** The stylesheet of the whole site. */
  styles: string[];
  /**
   * Returns the styles that a page uses, for its head. It loads the whole stylesheet when it is hydrated. Without this
   * function a page links to the whole stylesheet.
   */
  selectStyles?: ((html: string) => PageStyle) | undefined;
  /** Renders the look of a page. */
  renderLook: RenderLook;
  chunks: PageState['chunks'];
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

const feeds = [
  ['application/rss+xml', '/feed.xml', 'RSS'],
  ['application/atom+xml', '/feed.atom', 'Atom'],
  ['application/feed+json', '/feed.json', 'JSON Feed'],
];

interface DocumentParts {
  /** Markup of the head that only this page has. */
  head: string;
  body: string;
  state: PageState;
  /** The texts that `Prose` rendered into the body, in document order. */
  renderedTexts: readonly string[];
  /** The page whose code is needed for hydration; null on the error screen. */
  page: PageName | null;
  /** The view to record; null for a page whose views are not counted. */
  view: ViewRecord | null;
  /** Time zone of the times on the page, so that a device in another zone hydrates the page at once. */
  timeZone: string | null;
  assets: Assets;
  settings: DocumentSettings;
}

export interface SiteDocument {
  html: string;
  /** The sources by which the content security policy has to allow the page's style elements. */
  styleSources: string[];
}

/** Renders the HTML document around a rendered page. */
export function renderSiteDocument({ assets, settings, ...parts }: DocumentParts): SiteDocument {
  // Without `<`, no text can end the script element that holds the state.
  const state = JSON.stringify(parts.state, createRenderedTextReplacer(parts.renderedTexts)).replaceAll('<', '\\u003c');
  const chunk = parts.page && assets.chunks[parts.page];
  const integrity = assets.integrity ? ` integrity="${assets.integrity}"` : '';
  const view = parts.view ? ` data-view="${escapeAttribute(JSON.stringify(parts.view))}"` : '';
  const look = assets.renderLook(settings.look, settings.company.logo !== undefined);
  const { icon: ownIcon } = settings.company;
  const icon = ownIcon
    ? `/media/${ownIcon}`
    : `data:image/svg+xml,${encodeURI(drawIcon(look.palette)).replaceAll('#', '%23')}`;
  const iconType = ownIcon?.endsWith('.png') ? 'image/png' : 'image/svg+xml';
  const style = assets.selectStyles?.(parts.body);
  const zone = parts.timeZone ? ` data-zone="${escapeAttribute(parts.timeZone)}"` : '';
  const html = [
    `<!doctype html><html lang="en-GB" ${look.attributes}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // The theme comes before everything that is painted.
    '<meta name="color-scheme" content="light dark">',
    `<meta name="theme-color" data-theme="light" media="(prefers-color-scheme: light)" content="${look.palette.light.ground}">`,
    `<meta name="theme-color" data-theme="dark" media="(prefers-color-scheme: dark)" content="${look.palette.dark.ground}">`,
    `<script>${themeScript}</script><style>${viewTransitionStyle}</style>`,
    parts.head,
    ...look.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    `<style>${look.style.text}</style>`,
    style ? `<style>${style.text}</style>` : '',
    // The browser loads a disabled stylesheet when hydration enables it.
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}"${style ? ' disabled' : ''}>`),
    // Inline, because a request for the icon would compete with those for the first view.
    `<link rel="icon" href="${icon}" type="${iconType}"><link rel="icon" href="/favicon.ico" sizes="32x32">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    ...feeds.map(
      ([type, href, name]) =>
        `<link rel="alternate" type="${type}" href="${href}" title="${escapeAttribute(`${settings.company.name} ${name}`)}">`,
    ),
    `<script type="module" src="${assets.script}"${integrity} data-modules="${assets.modules.join(' ')}" data-page="${chunk ?? ''}"${view}${zone}></script>`,
    settings.isMeasured ? `<script type="module" src="${assets.measureScript}"></script>` : '',
    `<script type="speculationrules">${speculationRules}</script>`,
    `</head><body><div id="root">${parts.body}</div>`,
    `<script type="application/json" id="state">${state}</script></body></html>`,
  ].join('');
  return { html, styleSources: [look.style, ...(style ? [style] : [])].map(({ source }) => source) };
}
