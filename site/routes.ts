import { createElement, use } from 'react';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  redirectDocument,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router';
import { entryTypes, type TypeWithPages, typesWithPages } from '../contract/content/entry-types.ts';
import { builtInRedirects, fixedPages } from '../contract/content/site-paths.ts';
import { isApiFailure } from '../contract/http/client.ts';
import { siteContext } from './context.ts';
import { createFailure, createRedirect, createRetryAfterHeader, toRouteFailure } from './failures.ts';
import { readFormValues } from './forms/form-values.ts';
import type { SubmissionArgs, SubmissionResult } from './forms/submission.ts';
import type { PageArgs, PageDefinition, PageLoader, PageName, RouteHandle, SectionPageName } from './page.ts';
import { ErrorScreen } from './parts/error-screen.tsx';
import { Layout } from './parts/layout.tsx';
import { loadAllEntries } from './parts/load-all-entries.ts';
import { SiteSettingsContext } from './settings.ts';

/** Loads the code of each page on first use. */
const pages = {
  'section-page': () => import('./pages/section-page/route.ts'),
  'entry-list': () => import('./pages/entry-list/route.ts'),
  'entry-detail': () => import('./pages/entry-detail/route.ts'),
  'api-reference': () => import('./pages/api-reference/route.ts'),
  // In development only: a build contains neither the code nor the address.
  ...(import.meta.env.DEV ? { 'style-guide': () => import('./pages/style-guide/route.ts') } : {}),
} satisfies Record<Exclude<PageName, 'style-guide'>, unknown> & { 'style-guide'?: unknown };

// Each page's module types its own data. The table holds pages with different data, so the type is `unknown` here.
type AnyPage = PageDefinition<unknown>;

/** Returns the prefetched data of an address (`hydration/prefetch.ts`); null if there is none. */
export type TakePrefetched = (address: string) => Promise<unknown> | null;

function PageView({ page }: { page: AnyPage }) {
  const data = useLoaderData();
  const settings = use(SiteSettingsContext);
  // The key resets the state of components when the path changes.
  const { pathname } = useLocation();
  return createElement(page.View, { key: pathname, data, settings });
}

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;

function createPageArgs({ request, params, context }: RouteArgs, entryType: TypeWithPages | null): PageArgs {
  const { client, settings } = context.get(siteContext);
  return { client, settings, params, url: new URL(request.url), signal: request.signal, entryType };
}

/** Handles a form that the router sends within the browser. */
async function handleRouterForm(
  { request }: Pick<ActionFunctionArgs, 'request'>,
  send: (form: Pick<SubmissionArgs, 'values' | 'openedAt'>) => Promise<SubmissionResult>,
): Promise<SubmissionResult> {
  return send({ values: readFormValues(await request.formData()), openedAt: new Date() });
}

function createPageRoute(
  name: PageName,
  page: AnyPage,
  entryType: TypeWithPages | null,
  takePrefetched: TakePrefetched,
) {
  return {
    loader: async (args: LoaderFunctionArgs) => {
      try {
        const loaded = await (takePrefetched(args.request.url) ?? page.loader(createPageArgs(args, entryType)));
        await page.preloadModules?.(loaded);
        return loaded;
      } catch (error) {
        // The server may know a redirect, and answers with the right status.
        if (!import.meta.env.SSR && isApiFailure(error) && [400, 404, 410].includes(error.status ?? 0))
          throw redirectDocument(args.request.url);
        throw toRouteFailure(error);
      }
    },
    action: async (args: ActionFunctionArgs) => {
      if (!page.action) throw createFailure(405);
      const action = page.action;
      // The build for browsers leaves out the code for forms sent without JavaScript.
      const handle = import.meta.env.SSR
        ? (await import('./forms/handle-form-post.ts')).handleFormPost
        : handleRouterForm;
      const result = await handle(args, (form) => action({ ...createPageArgs(args, entryType), ...form }));
      // 303: a refresh of the page that follows sends nothing again (RFC 9110, section 15.4.4).
      if ('to' in result) return redirect(result.to, 303);
      const { status, retryAfter } = result.refusal;
      return data(result.refusal, { status, headers: createRetryAfterHeader(retryAfter) });
    },
    // After a server error the data is not reloaded, because a failed reload would lose the form.
    ...(page.reloadsAfterRefusal
      ? { shouldRevalidate: ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) => actionStatus < 500 }
      : {}),
    element: createElement(PageView, { page }),
    handle: { page, name } satisfies RouteHandle,
  };
}

/** Creates the route table (specification, section 2) for the server and the browser. */
export function createSiteRoutes(loadPage: PageLoader, takePrefetched: TakePrefetched = () => null): RouteObject[] {
  function createRoute(path: string, name: PageName, entryType: TypeWithPages | null = null): RouteObject {
    return {
      path,
      caseSensitive: true,
      lazy: async () => {
        const module = await loadPage(name, pages[name] as () => Promise<{ page: AnyPage }>);
        return createPageRoute(name, module.page, entryType, takePrefetched);
      },
    };
  }

  function createSectionRoute(path: string, name: SectionPageName): RouteObject {
    return {
      path,
      caseSensitive: true,
      lazy: async () => {
        const module = await loadPage('section-page', pages['section-page']);
        return createPageRoute('section-page', module.pages[name] as AnyPage, 'PAGE', takePrefetched);
      },
    };
  }

  const fixedRoutes = Object.entries(fixedPages).map(([path, name]) =>
    name === 'api-reference' ? createRoute(path, name) : createSectionRoute(path, name),
  );
  const redirectRoutes = Object.entries(builtInRedirects).map(([path, target]) => ({
    path,
    caseSensitive: true,
    loader: ({ request }: LoaderFunctionArgs) => createRedirect(target + new URL(request.url).search),
  }));
  const entryRoutes = typesWithPages
    .filter((type) => type !== 'PAGE')
    .flatMap((type) => {
      const { listPath, itemPath, categoryPath } = entryTypes[type];
      return [
        listPath ? createRoute(listPath, 'entry-list', type) : null,
        categoryPath ? createRoute(`${categoryPath}:category`, 'entry-list', type) : null,
        createRoute(`${itemPath}:slug`, 'entry-detail', type),
      ].filter((row) => row !== null);
    });

  return [
    {
      Component: Layout,
      // Catches errors of the layout.
      ErrorBoundary: ErrorScreen,
      children: [
        {
          ErrorBoundary: ErrorScreen,
          children: [
            ...fixedRoutes,
            ...(import.meta.env.DEV ? [createRoute('/_parts', 'style-guide')] : []),
            ...redirectRoutes,
            ...entryRoutes,
            // `/apps` is no page. Its error screen has links to the apps (readings, "Routes").
            {
              path: '/apps',
              caseSensitive: true,
              loader: async ({ context }) => {
                throw createFailure(404, { links: await loadAppLinks(context.get(siteContext).client) });
              },
            },
            // The policies, and every page that an editor adds. React Router ranks it behind all fixed addresses.
            createSectionRoute('/:slug', 'named'),
            {
              path: '*',
              loader: () => {
                throw createFailure(404);
              },
            },
          ],
        },
      ],
    },
  ];
}

async function loadAppLinks(client: PageArgs['client']) {
  const apps = await loadAllEntries(client, 'APP');
  return apps.map((app) => ({ href: `/apps/${app.slug}`, label: `${app.title}: ${app.summary}` }));
}
