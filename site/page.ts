import type { ComponentType } from 'react';
import type { CachePolicy } from '../contract/cache-policies.ts';
import type { Client } from '../contract/client.ts';
import type { EntryType } from '../contract/entry-types.ts';
import type { fixedPages } from '../contract/site-paths.ts';
import type { SubmissionArgs, SubmissionResult } from './forms/submission.ts';
import type { SiteSettings } from './settings.ts';

/** What a page's loader is given: the API, the settings, the address. It runs on the server and in the browser. */
export interface PageArgs {
  client: Client;
  settings: SiteSettings;
  params: Record<string, string | undefined>;
  url: URL;
  signal: AbortSignal;
  /** The type this address shows, where `routes.ts` binds one. */
  entryType: EntryType | null;
}

export interface PageHead {
  title: string;
  description: string;
  /** Path of the canonical address, with the query that belongs to it; null on the error screen, which has none. */
  canonical: string | null;
  noindex?: boolean;
  /** The address itself is a secret, such as a link from a mail: other sites are told nothing of it. */
  isPrivate?: boolean;
  /** Path of the 1200×630 picture; left out, the site's own. */
  image?: string;
  article?: { published: string; modified: string | null; author: string | null };
  /** schema.org objects, see `parts/structured-data.ts`; for the first answer alone, so browsers are not sent what makes them. */
  structuredData?: readonly unknown[];
  previous?: string;
  next?: string;
}

/** The arguments of an action: those of a loader, and the values of a form whose files are stored already. */
export type ActionArgs = PageArgs & SubmissionArgs;

/** What the API counts when a page is opened (`recordView`). */
export interface ViewRecord {
  contentType: EntryType;
  slug: string;
}

/** What `pages/<page>/route.ts` exports as `page`. Data flows one way: loader → head and View. */
export interface Page<D> {
  loader(args: PageArgs): Promise<D>;
  /** Handles a form that was posted to the page. The view reads a refusal by `useActionRefusal`. */
  action?(args: ActionArgs): Promise<SubmissionResult>;
  /** Loads again also when the action refused, where what is shown may be why. */
  reloadsAfterRefusal?: true;
  View: ComponentType<{ data: D; settings: SiteSettings }>;
  head(data: D, settings: SiteSettings): PageHead;
  cache(data: D): CachePolicy;
  /** What opening the page counts as a view of; null for nothing. */
  describeView?(data: D): ViewRecord | null;
  /** Loads the code that only some of its addresses need, before one of these is rendered or hydrated. */
  preloadModules?(url: URL): Promise<unknown> | null;
  /** Zone of the times it shows, where nobody chose one: on a device in another it comes alive by itself to show its own. */
  timeZone?(data: D): string | null;
  /**
   * The query parameters that `loader` or `View` reads. The server may keep the page under its path and these, and makes it
   * without any others; a page that declares none, not even `[]`, is made anew for each visitor.
   */
  parameters?: readonly string[];
}

/** Names of the pages, which are their folders in `pages/`. */
export type PageName =
  | (typeof fixedPages)[keyof typeof fixedPages]
  | 'entry-list'
  | 'entry-category'
  | 'entry-detail'
  | 'text-page'
  | 'style-guide';

/** How a page's code is brought in: plainly on the server, with retries in the browser (`hydration/page-loader.ts`). */
export type PageLoader = <M>(name: PageName, load: () => Promise<M>) => Promise<M>;

/** What the layout and the server read from the matched route: the head and the cache policy of its page. */
export interface RouteHandle {
  page: {
    head(data: unknown, settings: SiteSettings): PageHead;
    cache(data: unknown): string;
    parameters?: readonly string[];
    describeView?(data: unknown): ViewRecord | null;
    timeZone?(data: unknown): string | null;
    preloadModules?(url: URL): Promise<unknown> | null;
  };
  name: PageName;
}
