import type { Page } from '@playwright/test';
import type { FixedClockSite } from '../../testing/fixed-clock-site.ts';

/** The widths that every page must fit, in CSS pixels: a small phone, a tablet and a desktop. */
export const galleryWidths = [320, 768, 1440] as const;
export const galleryThemes = ['light', 'dark'] as const;
export type GalleryTheme = (typeof galleryThemes)[number];

/** Pages of the demo company that consist of text only, besides the policies. */
export const textPages: readonly string[] = ['/case-studies', '/trust', '/outage-2011', '/outage-2018'];

/** The fixed request id, so that pictures of pages that show it are reproducible. */
export const galleryRequestId = 'gallery-request';

/** What a scene changes of the visitor's device: by default JavaScript, no motion, and a refused identifier. */
export interface Device {
  hasJavaScript?: boolean;
  /** Whether animations and transitions are on; pictures show their last frame. */
  hasMotion?: boolean;
  /** The content of local storage; by default a refused device identifier, so that the page does not ask. */
  stored?: Record<string, unknown>;
}

/** One state of one kind of page, and the steps to it. */
export interface Scene {
  /** The kind of page, by its name in `e2e/routes.ts`. */
  route: string;
  state: string;
  device?: Device;
  widths?: readonly number[];
  themes?: readonly GalleryTheme[];
  /** The pictured part: `page` (the default), `window`, or the element of a selector. */
  frame?: string;
  /** The height of the window in CSS pixels. */
  height?: number;
  media?: Pick<NonNullable<Parameters<Page['emulateMedia']>[0]>, 'media' | 'forcedColors'>;
  /** Brings a new page, 1440 pixels wide, to the state. */
  arrange(page: Page, site: FixedClockSite): Promise<void>;
  /** Steps that are repeated at each width. */
  adapt?(page: Page): Promise<void>;
}

/** A picture that was taken. */
export interface Shot {
  /** The name without folder and extension: route, state, theme and width. */
  name: string;
  route: string;
  state: string;
  theme: GalleryTheme;
  width: number;
  /** The path and query of the page. */
  address: string;
  /** The height of the window or page in CSS pixels. */
  height: number;
}

const createSlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'home';

/** Returns a name that is also a valid file name. */
export function getShotName(
  { route, state }: Pick<Scene, 'route' | 'state'>,
  theme: GalleryTheme,
  width: number,
): string {
  return [route, state, theme, String(width)].map(createSlug).join('--');
}
