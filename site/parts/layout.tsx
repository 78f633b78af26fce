import { use, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SettingsContext } from '../settings.ts';
import { PageHeadTags, TitleAnnouncer } from './head.tsx';
import { keepsPlace } from './keep-place.ts';
import styles from './layout.module.css';
import { Loading } from './loading.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** The heading of the part of the page that an address names; it can take the focus from now on. */
function headingOf(hash: string): HTMLElement | null {
  const part = document.getElementById(hash.slice(1));
  const heading = part?.querySelector<HTMLElement>('h2, h3') ?? part;
  if (heading) heading.tabIndex = -1;
  return heading;
}

/** After a navigation the keyboard goes on from the new page's heading, as it would after a full load. */
function useFocusOnHeading(): void {
  const { key, hash, state } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    // A plain link inside the page is the browser's own matter; the router gives it no key.
    if (keepsPlace(state) || (hash && key === 'default')) return;
    // What was refused comes with a navigation too, and its summary has the focus already.
    if (document.activeElement?.closest('[role="alert"]')) return;
    const heading = hash ? headingOf(hash) : document.querySelector<HTMLElement>('main h1');
    heading?.focus({ preventScroll: true });
  }, [key, hash, state]);
}

/** What every page stands in: header, main, footer. */
export function Layout() {
  const settings = use(SettingsContext);
  useFocusOnHeading();
  return (
    <>
      <a href="#main" className={styles.skip}>
        Skip to the content
      </a>
      <PageHeadTags settings={settings} />
      <TitleAnnouncer />
      <Loading />
      <SiteHeader />
      <main id="main" tabIndex={-1} className={styles.main}>
        <div className={styles.frame}>
          <Outlet />
        </div>
      </main>
      <SiteFooter />
      <ScrollRestoration />
    </>
  );
}
