import { matchRoutes, type RouterContextProvider } from 'react-router';
import type { PageLoader, PageName } from '../page.ts';
import { createSiteRoutes } from '../routes.ts';

/** Milliseconds that the pointer or the focus rests on a link before its page is prefetched. */
const hoverDelay = 65;
/** Milliseconds for which prefetched data may be used: an edit must be visible everywhere within a second. */
const dataLifetime = 1_000;

interface PrefetchedData {
  address: string;
  data: Promise<unknown>;
  /** Time of `performance.now()` until which the data may be used; endless while it is loading. */
  until: number;
}

/** Returns the page that a plain click on a link would open in this window; null for every other target. */
function findLinkedPage(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.download || (link.target && link.target !== '_self'))
    return null;
  const isCurrentPage = link.pathname === location.pathname && link.search === location.search;
  return isCurrentPage ? null : new URL(link.pathname + link.search, location.origin);
}

export interface Prefetcher {
  /** Prefetches the code and the data of a page. */
  prefetch(url: URL): void;
  /** Returns the prefetched data of an address once, if the data is fresh enough. */
  takeData(address: string): Promise<unknown> | null;
  /** Returns the page's code from the prefetch, once; else loads it. */
  loadPage: PageLoader;
}

/**
 * Prefetches the code and the data of a page when the visitor is likely to open it: when the pointer or the focus rests
 * on its link, or when the link is pressed. Browsers that save data prefetch nothing.
 */
export function createPrefetcher(context: RouterContextProvider): Prefetcher {
  const prefetchedCode = new Map<PageName, Promise<unknown>>();
  // Routes without retries: only a real navigation retries what failed here.
  const routes = createSiteRoutes((name, load) => {
    const code = load();
    prefetchedCode.set(name, code);
    return code;
  });
  const failedAddresses = new Set<string>();
  let prefetched: PrefetchedData | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function loadData(url: URL): Promise<unknown> {
    const match = matchRoutes(routes, url)?.at(-1);
    if (!match || match.route.path === '*') throw new Error('The address has no page.');
    const { lazy, loader } = match.route;
    const route = typeof lazy === 'function' ? await lazy() : { loader };
    if (typeof route.loader !== 'function') throw new Error('The page has no loader.');
    const { params } = match;
    return route.loader({ request: new Request(url), url, params, context, pattern: match.route.path ?? '' });
  }

  function prefetch(url: URL): void {
    const address = url.href;
    if (failedAddresses.has(address) || (prefetched?.address === address && performance.now() < prefetched.until))
      return;
    const started: PrefetchedData = { address, data: loadData(url), until: Number.POSITIVE_INFINITY };
    prefetched = started;
    started.data.then(
      () => {
        started.until = performance.now() + dataLifetime;
      },
      () => {
        started.until = 0;
        failedAddresses.add(address);
      },
    );
  }

  function handleIntent({ target, type }: Event): void {
    clearTimeout(timer);
    const url = findLinkedPage(target);
    if (!url) return;
    if (type === 'pointerdown') prefetch(url);
    else timer = setTimeout(prefetch, hoverDelay, url);
  }
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData) {
    for (const type of ['pointerover', 'focusin', 'pointerdown'])
      document.addEventListener(type, handleIntent, { capture: true, passive: true });
  }

  return {
    prefetch,
    takeData: (address) => {
      // A click also focuses its link, and the navigation itself needs no prefetch.
      clearTimeout(timer);
      const data = prefetched?.address === address && performance.now() < prefetched.until ? prefetched.data : null;
      if (data) prefetched = null;
      return data;
    },
    loadPage: (name, load) => {
      const code = prefetchedCode.get(name) as ReturnType<typeof load> | undefined;
      // A retry must ask the network again.
      prefetchedCode.delete(name);
      return code ?? load();
    },
  };
}
