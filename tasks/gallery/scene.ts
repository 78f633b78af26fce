import type { Page } from '@playwright/test';
import type { SteadySite } from '../../testing/steady-site.ts';

/** The widths every page has to fit, in CSS pixels: a small phone, a tablet, a desk. */
export const widths = [320, 768, 1440] as const;
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The request id that every page shows which shows one. */
export const steadyRequestId = 'gallery-request';

/** The device in front of the site where a scene says nothing else. */
export interface Device {
  hasJavaScript?: boolean;
  /** Shows animations and transitions, at their ends. */
  hasMotion?: boolean;
  /** What it keeps in local storage; by default a no to being recognised, so that nobody asks. */
  stored?: Record<string, unknown>;
}

/** One state of one kind of page, and how a visitor comes to it. */
export interface Scene {
  /** The kind of page, as `e2e/routes.ts` calls it. */
  route: string;
  state: string;
  device?: Device;
  widths?: readonly number[];
  themes?: readonly Theme[];
  /** What is pictured: `page` (the default), `window`, or the element of a selector. */
  frame?: string;
  /** Of the window, in CSS pixels. */
  height?: number;
  media?: Pick<NonNullable<Parameters<Page['emulateMedia']>[0]>, 'media' | 'forcedColors'>;
  /** Brings a new page, 1440 pixels wide, to the state. */
  arrange(page: Page, site: SteadySite): Promise<void>;
  /** What has to be done again at each width. */
  adapt?(page: Page): Promise<void>;
}

/** A picture that was taken. */
export interface Shot {
  /** Name without folder and ending: route, state, theme and width. */
  name: string;
  route: string;
  state: string;
  theme: Theme;
  width: number;
  /** Path and query at which it was taken. */
  address: string;
  /** The window's or page's height in CSS pixels. */
  height: number;
}

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'home';

/** A name that is also a file's. */
export function nameOf({ route, state }: Pick<Scene, 'route' | 'state'>, theme: Theme, width: number): string {
  return [route, state, theme, String(width)].map(slugOf).join('--');
}
