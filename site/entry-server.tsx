import { LRUCache } from 'lru-cache';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import type { CachePolicy } from '../contract/http/cache-policies.ts';
import type { Client } from '../contract/http/client.ts';
import { siteContext } from './context.ts';
import { drawChart, drawNarrowChart } from './drawings/chart.ts';
import { choosePlateFamily } from './drawings/choose-plate-family.ts';
import { inlineMarks } from './drawings/drawing.ts';
import { drawPlate } from './drawings/plate.ts';
import { replaceLabelsWithLines } from './drawings/replace-labels.ts';
import { drawNarrowSchematic, drawSchematic } from './drawings/schematic.ts';
import { createFailure, getShownStatus, type RouteFailure } from './failures.ts';
import { type FormPost, formPostContext } from './forms/handle-form-post.ts';
import { type Assets, renderSiteDocument } from './html/document.ts';
import type { PageState } from './hydration/page-state.ts';
import type { PageLoader, PageName, RouteHandle } from './page.ts';
import { type InlineDrawings, InlineDrawingsContext } from './parts/drawing.tsx';
import { createErrorHead, HeadTags, StructuredData } from './parts/head.tsx';
import { RenderedTextsContext } from './parts/prose.tsx';
import { createRouteError } from './route-error.ts';
import { createSiteRoutes } from './routes.ts';
import {
  type DocumentSettings,
  type InstallationSettings,
  SiteSettingsContext,
  type ViewSettings,
} from './settings.ts';

export interface RenderRequest {
  request: Request;
  client: Client;
  installation: InstallationSettings;
  /** The settings of the page, which are loaded while its own data is. */
  settings: Promise<DocumentSettings>;
  assets: Assets;
  requestId: string;
  /** The status of a request that has already failed: renders the error screen and loads nothing. */
  failed?: number;
  /** The submitted form of a POST request. */
  sentForm?: FormPost | undefined;
  /** Whether the failed request was a form, whose status is shown unchanged. */
  isForm?: boolean;
  /** Called with an unexpected error before the response is sent. */
  onError(error: unknown): void;
}

export interface RenderedPage {
  status: number;
  headers: Record<string, string>;
  cache: CachePolicy;
  html: string;
  /** The sources of the page's style elements, see `SiteDocument`. */
  styleSources: string[];
}

const pageModules = new Map<PageName, Promise<unknown>>();

/** Loads the code of a page once, because `import()` of a loaded module takes longer than to match its route. */
const loadPageOnce: PageLoader = <M,>(name: PageName, load: () => Promise<M>) => {
  const loading = pageModules.get(name) ?? load();
  pageModules.set(name, loading);
  return loading as Promise<M>;
};

const routes = createSiteRoutes(loadPageOnce);
const handler = createStaticHandler(routes);

/** Returns the values of a refused form whose page cannot be shown. */
function getSubmittedValues({ actionData }: StaticHandlerContext): Record<string, string> | undefined {
  const [outcome] = Object.values(actionData ?? {});
  return (outcome as { values?: Record<string, string> } | undefined)?.values;
}

/** The texts of the error screen for statuses that only the server answers with, which browsers need not load. */
const serverErrorTexts: Record<number, Pick<RouteFailure, 'heading' | 'message'>> = {
  400: {
    heading: 'This form arrived incomplete',
    message: 'Go back to what you typed and send it again. If that does not help, write to us.',
  },
  403: {
    heading: 'This form did not come from our page',
    message:
      'We accept forms only from our own pages, so that no other site can send one in your name. Nothing was stored. Open this page again and send it from there.',
  },
  405: {
    heading: 'This page does not accept forms',
    message: 'Nothing was sent. Please use our contact page, among the links below.',
  },
  410: {
    heading: 'This page has been removed',
    message: 'We no longer show it. One of the pages below may replace it.',
  },
  413: {
    heading: 'That was too large to send',
    message: 'Nothing was stored. Go back to what you typed, shorten it, and send it again.',
  },
  415: {
    heading: 'We cannot read what was sent',
    message:
      'It came in a format that our forms do not use. Nothing was stored. Open this page again and send it from there.',
  },
};

/** Returns the failure that the page shows: without internal details, and with the request id of the log line. */
function describeFailure(context: StaticHandlerContext, { requestId, onError }: RenderRequest): PageState['failure'] {
  const [routeId, error] = Object.entries(context.errors ?? {})[0] ?? [];
  if (!routeId) return undefined;
  if (isRouteErrorResponse(error)) {
    const data: RouteFailure = { ...createFailure(error.status).data, ...error.data };
    if (!data.heading) Object.assign(data, serverErrorTexts[error.status]);
    // A server error is logged under the id of the API's request, every other error under the page's.
    const isFault = error.status >= 500;
    return {
      routeId,
      status: error.status,
      data: {
        ...data,
        requestId: isFault ? (data.requestId ?? requestId) : requestId,
        typed: getSubmittedValues(context),
      },
    };
  }
  onError(error);
  return { routeId, status: 500, data: createFailure(500, { requestId }).data };
}

/** Returns the header `Retry-After` that the page's action or loader has set. */
function getRetryAfterHeader({ actionHeaders, loaderHeaders }: StaticHandlerContext): Record<string, string> {
  const delays = Object.values({ ...loaderHeaders, ...actionHeaders }).map((headers) => headers?.get('retry-after'));
  const delay = delays.find(Boolean);
  return delay ? { 'retry-after': delay } : {};
}

/** Plates by type, slug and family. A plate takes one or two milliseconds to draw, and never changes. */
const plates = new LRUCache<string, string>({ max: 200 });

/** Draws the marks that the server puts into the HTML of a page, so that the first paint waits for no request. */
export const inlineDrawings: InlineDrawings = {
  chart: (sheet, isNarrow) => inlineMarks((isNarrow ? drawNarrowChart : drawChart)(sheet)),
  schematic: (schematic, isNarrow) => inlineMarks((isNarrow ? drawNarrowSchematic : drawSchematic)(schematic)),
  plate: (entry) => {
    const { type, slug } = entry;
    const family = choosePlateFamily(entry);
    const key = `${type}/${slug}/${family}`;
    const marks = plates.get(key) ?? inlineMarks(replaceLabelsWithLines(drawPlate(type, slug, family)));
    plates.set(key, marks);
    return marks;
  },
};

function renderContext(
  context: StaticHandlerContext,
  input: RenderRequest,
  documentSettings: DocumentSettings,
): RenderedPage {
  const { assets } = input;
  const { look, isMeasured: _, ...shown } = documentSettings;
  const settings: ViewSettings = { ...shown, header: assets.renderLook(look).header };
  const failed = describeFailure(context, input);
  const status = failed?.status ?? context.statusCode;
  if (failed) {
    // The view reads the error from the context, in the shape that the browser gets in the page state.
    context.errors = { [failed.routeId]: createRouteError(failed.status, failed.data) };
    context.loaderData = {};
  }
  const last = context.matches.at(-1);
  const handle = last?.route.handle as RouteHandle | undefined;
  const data = last && context.loaderData[last.route.id];
  const head = failed || !handle ? createErrorHead(status) : handle.page.head(data, settings);
  const cache = failed || !handle ? 'never' : (handle.page.cache(data) as CachePolicy);
  const renderedTexts: string[] = [];
  const body = renderToString(
    <SiteSettingsContext value={settings}>
      <RenderedTextsContext value={renderedTexts}>
        <InlineDrawingsContext value={inlineDrawings}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </InlineDrawingsContext>
      </RenderedTextsContext>
    </SiteSettingsContext>,
  );
  const isSubmitted = input.request.method === 'POST';
  const state: PageState = {
    settings,
    build: assets.build,
    chunks: assets.chunks,
    loaderData: context.loaderData,
    actionData: context.actionData,
    failure: failed,
  };
  return {
    status,
    headers: {
      ...(head.noindex ? { 'x-robots-tag': 'noindex' } : {}),
      ...(head.isPrivate ? { 'referrer-policy': 'same-origin' } : {}),
      ...getRetryAfterHeader(context),
    },
    cache: isSubmitted ? 'never' : cache,
    ...renderSiteDocument({
      head: renderToStaticMarkup(
        <>
          <HeadTags head={head} settings={settings} />
          <StructuredData head={head} />
        </>,
      ),
      body,
      state,
      renderedTexts,
      page: (failed ? null : handle?.name) ?? null,
      view: (failed ? null : handle?.page.describeView?.(data)) ?? null,
      timeZone: (failed ? null : handle?.page.timeZone?.(data)) ?? null,
      assets,
      settings: documentSettings,
    }),
  };
}

/** Returns the query parameters that the page at a path declares; null without a page or a declaration. */
export async function getPageParameters(path: string): Promise<readonly string[] | null> {
  const lazy = matchRoutes(routes, path)?.at(-1)?.route.lazy;
  if (typeof lazy !== 'function') return null;
  const { handle } = await lazy();
  return (handle as RouteHandle).page.parameters ?? null;
}

/** Returns the pattern of the page at a path, such as `/blog/:slug`; null without a page. */
export function findPagePattern(path: string): string | null {
  const pattern = matchRoutes(routes, path)?.at(-1)?.route.path;
  return pattern === undefined || pattern === '*' ? null : pattern;
}

/** Renders the page of an address with its status; returns a `Response` if the address redirects. */
export async function renderPage(input: RenderRequest): Promise<RenderedPage | Response> {
  const requestContext = new RouterContextProvider();
  requestContext.set(siteContext, { client: input.client, settings: input.installation });
  if (input.sentForm) requestContext.set(formPostContext, input.sentForm);
  const [context, settings] = await Promise.all([
    handler.query(input.request, {
      requestContext,
      ...(input.failed ? { filterMatchesToLoad: () => false } : {}),
    }),
    input.settings,
  ]);
  if (context instanceof Response) return context;
  const boundary = context.matches.findLast((match) => match.route.ErrorBoundary)?.route.id ?? '0';
  const renderFailure = (error: unknown) =>
    renderContext({ ...context, errors: { [boundary]: error } }, input, settings);
  if (input.failed)
    return renderFailure(createRouteError(input.isForm ? input.failed : getShownStatus(input.failed), {}));
  try {
    return renderContext(context, input, settings);
  } catch (error) {
    // If a view throws, its page is the error screen.
    return renderFailure(error);
  }
}
