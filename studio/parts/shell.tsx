import { use, useEffect, useRef } from 'react';
import {
  NavLink,
  Outlet,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from 'react-router';
import { hasPermission } from '../../contract/studio/permissions.ts';
import type { CurrentUser } from '../../contract/studio/shapes.ts';
import { ThemeSwitch } from '../../site/parts/theme-switch.tsx';
import { type ShellData, StudioSettingsContext, shellId } from '../context.ts';
import type { ScreenArgs } from '../screen.ts';
import styles from './shell.module.css';
import { findTitle } from './title.ts';

/** Loads the signed-in user for every screen. */
export async function loadShell({ client }: ScreenArgs): Promise<ShellData> {
  return client.call('me', {});
}

/** Returns the user who is signed in. */
export function useUser(): CurrentUser {
  const found = useRouteLoaderData<ShellData>(shellId);
  if (!found) throw new Error('This screen is not inside the shell');
  return found.user;
}

function Navigation({ user }: { user: CurrentUser }) {
  const links = [
    { to: '/studio', label: 'Today', end: true },
    { to: '/studio/content', label: 'Content' },
    { to: '/studio/calendar', label: 'Calendar' },
    { to: '/studio/media', label: 'Pictures' },
    { to: '/studio/redirects', label: 'Redirects' },
    { to: '/studio/settings', label: 'Settings' },
    ...(hasPermission(user.role, 'manage-users') ? [{ to: '/studio/users', label: 'Users' }] : []),
  ];
  return (
    <nav aria-label="Studio" className={styles.navigation}>
      {links.map(({ to, label, end = false }) => (
        <NavLink key={to} to={to} end={end} discover="none" className={styles.link}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
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

/**
 * Renders the frame of every screen: navigation above, the screen below. A navigation sets the title, focuses the
 * heading, and shows the top of the screen, or after Back the place that was shown before.
 */
export function Shell() {
  const { user } = useLoaderData<ShellData>();
  const { siteName } = use(StudioSettingsContext);
  const { state } = useNavigation();
  const matches = useMatches();
  const title = findTitle(matches);
  useHeadingFocus();
  useEffect(() => {
    if (title) document.title = `${title} – ${siteName} Studio`;
  }, [title, siteName]);
  return (
    <div className={styles.shell}>
      <a href="#screen" className={styles.skip}>
        Skip to the screen
      </a>
      <header className={styles.header} data-busy={state === 'idle' ? undefined : true}>
        <p className={styles.name}>
          {siteName} <span className={styles.studio}>Studio</span>
        </p>
        <Navigation user={user} />
        <div className={styles.own}>
          <a href="/" className={styles.link}>
            Site
          </a>
          <NavLink to="/studio/me" discover="none" className={styles.link}>
            <bdi>{user.name}</bdi>
          </NavLink>
        </div>
      </header>
      <main id="screen" tabIndex={-1} className={styles.screen}>
        {/* A new user mounts the screen anew, so that nothing of the user before stays in a page that was left open. */}
        <Outlet key={user.id} />
      </main>
      <footer className={styles.footer}>
        <ThemeSwitch />
      </footer>
      <ScrollRestoration />
    </div>
  );
}
