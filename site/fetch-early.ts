import { matchRoutes, type RouterContextProvider } from 'react-router';
import type { PageLoader, PageName } from './page.ts';
import { createRoutes } from './routes.ts';

/** Milliseconds that pointer or focus rest on a link before it counts as meant. */
const pause = 65;
/** Milliseconds for which data that came early is given to the page: an edit shows everywhere within a second. */
const freshFor = 1_000;

/** Data that is on its way before its page is asked for, or that has just come. */
interface Early {
  address: string;
  data: Promise<unknown>;
  until: number;
}

/** The page a plain press on a link would open here, null where it leads elsewhere or stays. */
function pageOf(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.origin !== location.origin || link.download || (link.target && link.target !== '_self'))
    return null;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return isHere ? null : new URL(link.pathname + link.search, location.origin);
}

/** What came early, for those who ask for it. */
export interface EarlyFetches {
  /** Fetches code and data of a page that the visitor has asked for already. */
  fetchPage(url: URL): void;
  /** Data of an address, given once, while it is fresh. */
  takeData(address: string): Promise<unknown> | null;
  /** Loads a page's code, where the first try has not been made yet; a browser would ask again after one that failed. */
  firstTry: PageLoader;
}

/**
 * Fetches a page's code and data when a visitor seems to be about to open it: the pointer or the focus rests on its link, or
 * the link is pressed. Never where data is to be saved.
 */
export function fetchEarly(context: RouterContextProvider): EarlyFetches {
  const codes = new Map<PageName, Promise<unknown>>();
  // What fails here is tried again, with all patience, when the page is asked for.
  const routes = createRoutes((name, load) => {
    const code = load();
    codes.set(name, code);
    return code;
  });
  // Tried once; only who really asks tries again.
  const failed = new Set<string>();
  let early: Early | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(url: URL): Promise<unknown> {
    const match = matchRoutes(routes, url)?.at(-1);
    if (!match || match.route.path === '*') throw new Error('There is no page to fetch');
    const { lazy, loader } = match.route;
    const route = typeof lazy === 'function' ? await lazy() : { loader };
    if (typeof route.loader !== 'function') throw new Error('The page has no data');
    const { params } = match;
    return route.loader({ request: new Request(url), url, params, context, pattern: match.route.path ?? '' });
  }

  function begin(url: URL): void {
    const { href: address } = url;
    if (failed.has(address) || (early?.address === address && performance.now() < early.until)) return;
    const started: Early = { address, data: load(url), until: Number.POSITIVE_INFINITY };
    early = started;
    started.data.then(
      () => {
        started.until = performance.now() + freshFor;
      },
      () => {
        started.until = 0;
        failed.add(address);
      },
    );
  }

  function consider({ target, type }: Event): void {
    clearTimeout(timer);
    const url = pageOf(target);
    if (!url) return;
    if (type === 'pointerdown') begin(url);
    else timer = setTimeout(begin, pause, url);
  }
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!connection?.saveData) {
    for (const type of ['pointerover', 'focusin', 'pointerdown'])
      document.addEventListener(type, consider, { capture: true, passive: true });
  }

  return {
    fetchPage: begin,
    takeData: (address) => {
      // Pressing a link also focuses it, and what is asked for need not come early.
      clearTimeout(timer);
      const taken = early?.address === address && performance.now() < early.until ? early.data : null;
      if (taken) early = null;
      return taken;
    },
    firstTry: (name, load) => {
      const code = codes.get(name) as ReturnType<typeof load> | undefined;
      codes.delete(name);
      return code ?? load();
    },
  };
}
