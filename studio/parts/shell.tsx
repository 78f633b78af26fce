import { use, useEffect, useRef } from 'react';
import {
  Outlet,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from 'react-router';
import { isApiFailure } from '../../contract/http/client.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';
import type { CurrentUser } from '../../contract/studio/shapes.ts';
import { type ShellData, StudioSettingsContext, shellId } from '../context.ts';
import { useOffline } from '../device.ts';
import { useMessageStream } from '../message-news.ts';
import { PaletteProvider } from '../palette/use-palette.tsx';
import type { ScreenArgs } from '../screen.ts';
import { PhoneBar, Rail } from './rail.tsx';
import { loadRailCounts } from './rail-items.ts';
import styles from './shell.module.css';
import { findTitle } from './title.ts';

/** The data of the shell that this browser has loaded last; null on the server. */
let shown: ShellData | null = null;

/**
 * Loads the signed-in user for every screen, and how much work waits for them. While the server cannot answer, returns
 * the former data, so that the navigation stays around the error screen.
 */
export async function loadShell({ client }: ScreenArgs): Promise<ShellData> {
  try {
    const { user } = await client.call('me', {});
    return { user, counts: await loadRailCounts(client, user.role) };
  } catch (error) {
    if (shown && isApiFailure(error) && (error.status ?? 500) >= 500) return shown;
    throw error;
  }
}

export function useUser(): CurrentUser {
  const found = useRouteLoaderData<ShellData>(shellId);
  if (!found) throw new Error('This screen is not inside the shell');
  return found.user;
}

/**
 * Moves the focus to the heading of a new screen after a navigation, so that keyboard users start there. On the same
 * screen the focus stays where it is, unless its element is gone.
 */
function useHeadingFocus(): void {
  const { key, pathname } = useLocation();
  const shown = useRef({ key, pathname });
  useEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    if (before.key === key) return;
    if (before.pathname === pathname && document.activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('#screen h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [key, pathname]);
}

/** Shows the result of a form, and moves the focus to it, where it would be out of sight above the button. */
function useVisibleResult(): void {
  const { state, formMethod } = useNavigation();
  const { pathname } = useLocation();
  const sentAt = useRef<string | null>(null);
  useEffect(() => {
    if (state !== 'idle') {
      if (formMethod === 'POST') sentAt.current = pathname;
      return;
    }
    const isSamePage = sentAt.current === pathname;
    sentAt.current = null;
    const result = isSamePage && document.querySelector<HTMLElement>('#screen [data-result]:not(:empty)');
    if (!result) return;
    const { top, bottom } = result.getBoundingClientRect();
    if (top >= 0 && bottom <= innerHeight) return;
    result.scrollIntoView({ block: 'nearest' });
    result.tabIndex = -1;
    result.focus({ preventScroll: true });
  }, [state, formMethod, pathname]);
}

/**
 * Renders the frame of every screen: the rail at the left, on a phone a bar at the bottom, and the screen. A navigation
 * sets the title, focuses the heading, and shows the top of the screen, or after Back the place that was shown before.
 */
export function Shell() {
  const data = useLoaderData<ShellData>();
  const { user } = data;
  useEffect(() => {
    shown = data;
  }, [data]);
  const { siteName } = use(StudioSettingsContext);
  const isBusy = useNavigation().state !== 'idle';
  const isOffline = useOffline();
  const title = findTitle(useMatches());
  useHeadingFocus();
  useVisibleResult();
  useMessageStream(hasPermission(user.role, 'read-messages'));
  useEffect(() => {
    if (title) document.title = `${title} – ${siteName} Studio`;
  }, [title, siteName]);
  return (
    <PaletteProvider role={user.role}>
      <div className={styles.shell}>
        <a href="#screen" className={styles.skip}>
          Skip to the screen
        </a>
        <Rail user={user} />
        <main id="screen" tabIndex={-1} className={styles.screen} aria-busy={isBusy}>
          {isBusy && <div className={styles.busy} />}
          <p role="status" className={styles.offline}>
            {isOffline &&
              'You are offline. The screen shows what was loaded; texts that you edit are kept on this device.'}
          </p>
          {/* A new user mounts the screen anew, so that nothing of the user before stays in a page that was left open. */}
          <Outlet key={user.id} />
        </main>
        <PhoneBar user={user} />
        <ScrollRestoration />
      </div>
    </PaletteProvider>
  );
}
