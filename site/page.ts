import type { ComponentType } from 'react';
import type { TypeWithPages } from '../contract/content/entry-types.ts';
import type { fixedPages } from '../contract/content/site-paths.ts';
import type { CachePolicy } from '../contract/http/cache-policies.ts';
import type { Client } from '../contract/http/client.ts';
import type { SubmissionArgs, SubmissionResult } from './forms/submission.ts';
import type { InstallationSettings, SiteSettings } from './settings.ts';

/** The arguments of a page's loader, which runs on the server and in the browser. */
export interface PageArgs {
  client: Client;
  settings: InstallationSettings;
  params: Record<string, string | undefined>;
  url: URL;
  signal: AbortSignal;
  /** The type of the entries at this address; null if `routes.ts` binds none. */
  entryType: TypeWithPages | null;
}

export interface PageHead {
  title: string;
  description: string;
  /** Path of the canonical address, with the query that belongs to it; null on the error screen, which has none. */
  canonical: string | null;
  noindex?: boolean;
  /** Whether the address contains a secret, such as the token of a mail's link. Other sites then get no referrer. */
  isPrivate?: boolean;
  /** Path of the social image, 1200 × 630 pixels; by default that of the site. */
  image?: string;
  article?: { published: string; modified: string | null; author: string | null };
  /**
   * schema.org objects (`parts/structured-data.ts`), rendered only on the server, so browsers load no code for them.
   */
  structuredData?: readonly unknown[];
  previous?: string;
  next?: string;
}

/** The arguments of an action: those of a loader, and the values of a form whose files are stored already. */
export type ActionArgs = PageArgs & SubmissionArgs;

/** What the API counts when a page is opened (`recordView`). */
export interface ViewRecord {
  contentType: TypeWithPages;
  slug: string;
}

/** What `pages/<page>/route.ts` exports as `page`. Data flows one way: loader → head and View. */
export interface PageDefinition<D> {
  loader(args: PageArgs): Promise<D>;
  /** Handles a form that was posted to the page. The view reads a refusal by `useActionRefusal`. */
  action?(args: ActionArgs): Promise<SubmissionResult>;
  /** Whether a refused form also reloads the page's data, because outdated data can be the reason. */
  reloadsAfterRefusal?: true;
  View: ComponentType<{ data: D; settings: SiteSettings }>;
  head(data: D, settings: SiteSettings): PageHead;
  cache(data: D): CachePolicy;
  /** Returns the view that opening the page records; null for none. */
  describeView?(data: D): ViewRecord | null;
  /** Loads modules that only some data of the page need, before rendering or hydration. */
  preloadModules?(data: D): Promise<unknown> | null;
  /** Returns the default time zone of the times shown. A device in another zone hydrates the page at once. */
  timeZone?(data: D): string | null;
  /**
   * The query parameters that `loader` or `View` reads. The page is cached under its path and these parameters, and
   * rendered without others. A page that declares no list, not even `[]`, is never cached.
   */
  parameters?: readonly string[];
}

/** Names of the pages of sections, in `pages/section-page/route.ts`. `named` is the page of any slug. */
export type SectionPageName = Exclude<(typeof fixedPages)[keyof typeof fixedPages], 'api-reference'> | 'named';

/** Names of the modules of pages, which are their folders in `pages/`. */
export type PageName = 'section-page' | 'entry-list' | 'entry-detail' | 'api-reference' | 'style-guide';

/** Loads the code of a page; in the browser with retries (`hydration/page-loader.ts`). */
export type PageLoader = <M>(name: PageName, load: () => Promise<M>) => Promise<M>;

/** What the layout and the server read from the matched route: the head and the cache policy of its page. */
export interface RouteHandle {
  page: {
    head(data: unknown, settings: SiteSettings): PageHead;
    cache(data: unknown): string;
    parameters?: readonly string[];
    describeView?(data: unknown): ViewRecord | null;
    timeZone?(data: unknown): string | null;
    preloadModules?(data: unknown): Promise<unknown> | null;
  };
  name: PageName;
}
