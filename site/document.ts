import { drawIcon } from './drawings/icon.ts';
import type { RouteFailure } from './failures.ts';
import { optInStyle } from './opt-in-style.ts';
import type { PageName, View } from './page.ts';
import type { SiteSettings } from './settings.ts';
import { speculationRules } from './speculation-rules.ts';
import { themeScript } from './theme-script.ts';

/** Addresses of the built files, from the build's manifest; while developing, those of the development server. */
export interface Assets {
  build: string;
  script: string;
  /** Hash that the script must have (Subresource Integrity); none while developing. */
  integrity?: string;
  /** Modules that every page is taken over with, each behind those it needs. */
  modules: string[];
  styles: string[];
  fonts: string[];
  chunks: Partial<Record<PageName, string>>;
}

/** What the browser needs to take over the rendered page, in a data block that is never executed. */
export interface PageState {
  settings: SiteSettings;
  build: string;
  chunks: Assets['chunks'];
  /** Without the texts that stand in the page. */
  loaderData: Record<string, unknown>;
  actionData: Record<string, unknown> | null;
  failure: { routeId: string; status: number; data: RouteFailure } | undefined;
}

/** JSON that cannot end its script element, which is data and never run: no `<` survives. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

const icon = `data:image/svg+xml,${encodeURI(drawIcon()).replaceAll('#', '%23')}`;

const feeds = [
  ['application/rss+xml', '/feed.xml', 'RSS'],
  ['application/atom+xml', '/feed.atom', 'Atom'],
  ['application/feed+json', '/feed.json', 'JSON Feed'],
];

/** The whole HTML document around a rendered page. */
export function renderDocument(page: {
  head: string;
  body: string;
  state: PageState;
  /** Whose code takes the page over; null on the error screen. */
  page: PageName | null;
  /** What opening it counts as a view of. */
  view: View | null;
  /** Zone of its times, on a device in another of which it comes alive by itself. */
  timeZone: string | null;
  assets: Assets;
  settings: SiteSettings;
}): string {
  const { assets, settings } = page;
  const chunk = page.page && assets.chunks[page.page];
  const integrity = assets.integrity ? ` integrity="${assets.integrity}"` : '';
  const view = page.view ? ` data-view="${escapeAttribute(JSON.stringify(page.view))}"` : '';
  const zone = page.timeZone ? ` data-zone="${escapeAttribute(page.timeZone)}"` : '';
  return [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    // Before anything that is painted.
    '<meta name="color-scheme" content="light dark">',
    '<meta name="theme-color" data-theme="light" media="(prefers-color-scheme: light)" content="#f6f3ea">',
    '<meta name="theme-color" data-theme="dark" media="(prefers-color-scheme: dark)" content="#0f1613">',
    `<script>${themeScript}</script><style>${optInStyle}</style>`,
    page.head,
    ...assets.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    // In the page itself, for a request more would come between those of the first sight.
    `<link rel="icon" href="${icon}" type="image/svg+xml"><link rel="icon" href="/favicon.ico" sizes="32x32">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    ...feeds.map(
      ([type, href, name]) =>
        `<link rel="alternate" type="${type}" href="${href}" title="${escapeAttribute(`${settings.siteName} ${name}`)}">`,
    ),
    // The page is whole without the rest, which this one asks for when all that is seen is there.
    `<script type="module" src="${assets.script}"${integrity} data-modules="${assets.modules.join(' ')}" data-page="${chunk ?? ''}"${view}${zone}></script>`,
    `<script type="speculationrules">${speculationRules}</script>`,
    `</head><body><div id="root">${page.body}</div>`,
    `<script type="application/json" id="state">${scriptJson(page.state)}</script></body></html>`,
  ].join('');
}
