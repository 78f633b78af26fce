import { use, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { decodeAnchor } from '../../contract/content/decode-anchor.ts';
import { SiteSettingsContext } from '../settings.ts';
import { PageHeadTags, TitleAnnouncer } from './head.tsx';
import { isInPlaceNavigation } from './in-place-navigation.ts';
import styles from './layout.module.css';
import { NavigationProgress } from './navigation-progress.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** Returns the heading of the element that a hash names, and makes the heading focusable. */
function findHeading(hash: string): HTMLElement | null {
  const part = document.getElementById(decodeAnchor(hash.slice(1)));
  const heading = part?.querySelector<HTMLElement>('h2, h3') ?? part;
  if (heading) heading.tabIndex = -1;
  return heading;
}

/** Moves the focus to the heading of the new page after a navigation, so that keyboard users start there. */
function useHeadingFocus(): void {
  const { key, hash, state } = useLocation();
  const focusedKey = useRef(key);
  useEffect(() => {
    if (focusedKey.current === key) return;
    focusedKey.current = key;
    // The browser itself handles links within the page. Their location has the key `default`.
    if (isInPlaceNavigation(state) || (hash && key === 'default')) return;
    // A refused form navigates too, and its error summary already has the focus.
    if (document.activeElement?.closest('[role="alert"]')) return;
    const heading = hash ? findHeading(hash) : document.querySelector<HTMLElement>('main h1');
    heading?.focus({ preventScroll: true });
  }, [key, hash, state]);
}

/** Renders the frame of every page: header, main and footer. */
export function Layout() {
  const settings = use(SiteSettingsContext);
  useHeadingFocus();
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <PageHeadTags settings={settings} />
      <TitleAnnouncer />
      <NavigationProgress />
      <SiteHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <div className={styles.frame} data-part="frame">
          <Outlet />
        </div>
      </main>
      <SiteFooter />
      <ScrollRestoration />
    </>
  );
}
