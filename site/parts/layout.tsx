import { use, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SettingsContext } from '../settings.ts';
import { PageHeadTags, TitleAnnouncer } from './head.tsx';
import { keepsPlace } from './keep-place.ts';
import styles from './layout.module.css';
import { Loading } from './loading.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

/** After a navigation the keyboard goes on from the new page's heading, as it would after a full load. */
function useFocusOnHeading(): void {
  const { key, hash, state } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (hash || keepsPlace(state)) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
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
