import { createElement } from 'react';
import {
  type ActionFunctionArgs,
  createContext,
  data,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router';
import { isApiFailure } from '../contract/http/client.ts';
import type { ScreenPath } from '../contract/studio/screens.ts';
import { shellId, studioContext, usePageUserId } from './context.ts';
import { StudioErrorScreen } from './parts/error-screen.tsx';
import { hasTypedFields } from './parts/failed-form.tsx';
import { loadShell, Shell } from './parts/shell.tsx';
import { UnsavedWords } from './saving/unsaved-words.tsx';
import { type ActionRefusal, confirmIntent, repeatedPrefix, type Screen, type ScreenArgs } from './screen.ts';

/** The form of this request, if somebody typed in it and its action failed. The error screen shows it. */
const failedFormContext = createContext<Record<string, string> | null>(null);

type AnyScreen = Screen<unknown>;
interface LoadScreen {
  (): Promise<{ screen: AnyScreen }>;
  /** The source path of the screen. The build adds it (`namedScreens` in `server/build/bundles.ts`). */
  file?: string;
}

function ScreenView({ screen }: { screen: AnyScreen }) {
  const loaded = useLoaderData();
  // The key resets the state where only the address changes, such as from one entry to another.
  const { pathname } = useLocation();
  const isInShell = usePageUserId() !== null;
  return (
    <>
      {isInShell && <UnsavedWords />}
      {createElement(screen.View, { key: pathname, data: loaded })}
    </>
  );
}

function toArgs({ request, params, context }: LoaderFunctionArgs | ActionFunctionArgs): ScreenArgs {
  const { client, settings } = context.get(studioContext);
  return { client, settings, params, url: new URL(request.url) };
}

/**
 * Returns the address of the sign-in, from which the user comes back to the screen that they asked for. A page that was
 * open had a session, which has ended.
 */
function signInPath({ pathname, search }: URL): string {
  return `/studio/sign-in?to=${encodeURIComponent(pathname + search)}${import.meta.env.SSR ? '' : '&ended'}`;
}

/**
 * Converts a failed call to what a route throws: the data of the error screen, or a redirect to the sign-in if the
 * session has ended. With a `failedForm`, which was typed without JavaScript, it is always the error screen, which
 * shows the form.
 */
function toRouteError(error: unknown, url: URL, failedForm: Record<string, string> | null): unknown {
  if (!isApiFailure(error)) return error;
  if (error.status === 401 && !failedForm) return redirect(signInPath(url));
  const { message, requestId, status } = error;
  return data({ message, requestId, failedForm, isUnreachable: status === null }, { status: status ?? 503 });
}

async function loadOrFail<D>(load: (args: ScreenArgs) => Promise<D>, given: LoaderFunctionArgs): Promise<D> {
  const args = toArgs(given);
  try {
    return await load(args);
  } catch (error) {
    throw toRouteError(error, args.url, given.context.get(failedFormContext));
  }
}

/** Returns the refused form, which the form that asks for a proof carries in its hidden fields. */
function readRepeatedForm(form: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form)
      .filter(([name]) => name.startsWith(repeatedPrefix))
      .map(([name, value]) => [name.slice(repeatedPrefix.length), value]),
  );
}

async function runAction(screen: AnyScreen, given: ActionFunctionArgs) {
  const args = { ...toArgs(given), client: given.context.get(studioContext).actionClient };
  const sent = await given.request.formData();
  let form: Record<string, string> = Object.fromEntries([...sent].map(([name, value]) => [name, String(value)]));
  try {
    if (form.intent === confirmIntent) {
      const { password = '', code = '', ...rest } = form;
      form = readRepeatedForm(rest);
      await args.client.call('confirmWithPassword', { password, code });
    }
    const result = (await screen.action?.({ ...args, form })) ?? { to: args.url.pathname };
    if ('to' in result) return redirect(result.to, 303);
    return 'conflict' in result ? data(result, { status: 409 }) : { ...result, intent: form.intent };
  } catch (error) {
    if (!isApiFailure(error)) throw error;
    const { message, fields, requestId, status } = error;
    const { password: _, code: __, ...values } = form;
    // In a browser with scripts, what was typed is still in its fields.
    if (import.meta.env.SSR && hasTypedFields(values)) given.context.set(failedFormContext, values);
    if (status === 401 && import.meta.env.SSR)
      throw toRouteError(error, args.url, given.context.get(failedFormContext));
    // After a wrong password, the screen asks for the proof again.
    const isWrongProof = sent.get('intent') === confirmIntent && fields.length === 0 && status === 403;
    const shownFields = isWrongProof ? [{ path: 'confirm', message }] : fields;
    const refusal: ActionRefusal = { message, fields: shownFields, requestId, values, isSignedOut: status === 401 };
    return data({ refusal }, { status: status ?? 503 });
  }
}

function createRoute(path: ScreenPath, load: LoadScreen): RouteObject {
  const lazy = async () => {
    const { screen } = await load();
    return {
      loader: (args: LoaderFunctionArgs) => loadOrFail(screen.loader, args),
      action: (args: ActionFunctionArgs) => runAction(screen, args),
      // What was typed stays where the server cannot be asked, and where the one thing of the screen is gone.
      ...(screen.reloadsAfterRefusal && {
        shouldRevalidate: ({ actionStatus = 200, currentParams }: ShouldRevalidateFunctionArgs) =>
          actionStatus < 500 && actionStatus !== 401 && !(actionStatus === 404 && currentParams.id),
      }),
      element: createElement(ScreenView, { screen }),
      handle: { screen, file: load.file },
    };
  };
  return path === '' ? { index: true, lazy } : { path, lazy };
}

// A loader's data and its view agree inside each screen; the table need not know the type.
const createScreenRoute = (path: ScreenPath, load: () => Promise<{ screen: unknown }>) =>
  createRoute(path, load as LoadScreen);

/** The URL table of the Studio. Server and browser build it from the same rows. */
export function createStudioRoutes(): RouteObject[] {
  return [
    {
      path: '/studio',
      ErrorBoundary: StudioErrorScreen,
      children: [
        createScreenRoute('sign-in', () => import('./screens/sign-in.tsx')),
        createScreenRoute('set-up', () => import('./screens/join.tsx')),
        createScreenRoute('join', () => import('./screens/join.tsx')),
        {
          id: shellId,
          loader: (args) => loadOrFail(loadShell, args),
          // Each navigation loads the user, because somebody else may have signed in, in another tab.
          // A refused form keeps its user and its texts.
          shouldRevalidate: ({ actionStatus = 200 }) => actionStatus < 400,
          Component: Shell,
          children: [
            {
              errorElement: <StudioErrorScreen isInShell />,
              children: [
                createScreenRoute('', () => import('./screens/today/screen.tsx')),
                createScreenRoute('content', () => import('./screens/content-list/screen.tsx')),
                createScreenRoute('content/new/:type', () => import('./screens/new-entry.tsx')),
                createScreenRoute('content/bulk', () => import('./screens/bulk/screen.tsx')),
                createScreenRoute('content/bulk/:id', () => import('./screens/bulk-report.tsx')),
                createScreenRoute('content/deleted', () => import('./screens/deleted-entries.tsx')),
                createScreenRoute('content/:id', () => import('./screens/entry/screen.tsx')),
                createScreenRoute('content/:id/withdraw', () => import('./screens/withdraw.tsx')),
                createScreenRoute('content/:id/share', () => import('./screens/share.tsx')),
                createScreenRoute('content/:id/delete', () => import('./screens/delete-entry.tsx')),
                createScreenRoute('content/:id/history', () => import('./screens/history/screen.tsx')),
                createScreenRoute('content/:id/history/:range', () => import('./screens/difference/screen.tsx')),
                createScreenRoute('calendar', () => import('./screens/calendar/screen.tsx')),
                createScreenRoute('media', () => import('./screens/media.tsx')),
                createScreenRoute('media/:name', () => import('./screens/picture/screen.tsx')),
                createScreenRoute('inbox', () => import('./screens/inbox/screen.tsx')),
                createScreenRoute('inbox/:reference', () => import('./screens/inbox/screen.tsx')),
                createScreenRoute('links', () => import('./screens/links/broken.tsx')),
                createScreenRoute('links/external', () => import('./screens/links/external.tsx')),
                createScreenRoute('links/not-found', () => import('./screens/links/not-found.tsx')),
                createScreenRoute('redirects', () => import('./screens/links/redirects.tsx')),
                createScreenRoute('lists', () => import('./screens/lists/screen.tsx')),
                createScreenRoute('lists/:list/:id', () => import('./screens/lists/item.tsx')),
                createScreenRoute('team', () => import('./screens/lists/screen.tsx')),
                createScreenRoute('team/:id', () => import('./screens/lists/item.tsx')),
                createScreenRoute('outbox', () => import('./screens/outbox/screen.tsx')),
                createScreenRoute('outbox/replies', () => import('./screens/outbox/replies.tsx')),
                createScreenRoute('mails', () => import('./screens/mails.tsx')),
                createScreenRoute('company', () => import('./screens/settings/company.tsx')),
                createScreenRoute('menus', () => import('./screens/settings/menus.tsx')),
                createScreenRoute('look', () => import('./screens/settings/look.tsx')),
                createScreenRoute('forms', () => import('./screens/settings/forms.tsx')),
                createScreenRoute('forms/lists', () => import('./screens/settings/lists.tsx')),
                createScreenRoute('privacy', () => import('./screens/privacy/screen.tsx')),
                createScreenRoute('privacy/retention', () => import('./screens/privacy/retention-screen.tsx')),
                createScreenRoute('privacy/browsers', () => import('./screens/privacy/browsers-screen.tsx')),
                createScreenRoute('privacy/records', () => import('./screens/privacy/records-screen.tsx')),
                createScreenRoute('numbers', () => import('./screens/numbers/screen.tsx')),
                createScreenRoute('numbers/pages', () => import('./screens/numbers/pages.tsx')),
                createScreenRoute('numbers/sources', () => import('./screens/numbers/sources.tsx')),
                createScreenRoute('numbers/searches', () => import('./screens/numbers/searches.tsx')),
                createScreenRoute('numbers/forms', () => import('./screens/numbers/forms.tsx')),
                createScreenRoute('numbers/speed', () => import('./screens/numbers/speed.tsx')),
                createScreenRoute('consultations', () => import('./screens/consultations/screen.tsx')),
                createScreenRoute('consultations/new', () => import('./screens/consultations/new.tsx')),
                createScreenRoute('consultations/rules', () => import('./screens/consultations/rules.tsx')),
                createScreenRoute('consultations/:id', () => import('./screens/consultations/consultation.tsx')),
                createScreenRoute('users', () => import('./screens/users.tsx')),
                createScreenRoute('users/:id', () => import('./screens/user.tsx')),
                createScreenRoute('access', () => import('./screens/access/roles.tsx')),
                createScreenRoute('tokens', () => import('./screens/access/tokens.tsx')),
                createScreenRoute('webhooks', () => import('./screens/access/webhooks.tsx')),
                createScreenRoute('webhooks/:id', () => import('./screens/access/webhook.tsx')),
                createScreenRoute('log', () => import('./screens/log.tsx')),
                createScreenRoute('health', () => import('./screens/health.tsx')),
                createScreenRoute('me', () => import('./screens/me.tsx')),
                {
                  path: '*',
                  loader: () => {
                    throw data({ message: 'The Studio has no screen at this address.' }, { status: 404 });
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  ];
}
