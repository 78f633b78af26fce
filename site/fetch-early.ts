import { matchRoutes, type RouterContextProvider } from 'react-router';
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

/**
 * Fetches a page's code and data when a visitor seems to be about to open it: the pointer or the focus rests on its link, or
 * the link is pressed. Never where data is to be saved. The answer gives a loader what came for its address, once.
 */
export function fetchEarly(context: RouterContextProvider): (address: string) => Promise<unknown> | null {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return () => null;
  // Loads plainly: what fails here is tried again, with all patience, when the page is asked for.
  const routes = createRoutes((_name, load) => load());
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
    if (early?.address === address && performance.now() < early.until) return;
    const started: Early = { address, data: load(url), until: Number.POSITIVE_INFINITY };
    early = started;
    started.data.then(
      () => {
        started.until = performance.now() + freshFor;
      },
      () => {
        started.until = 0;
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
  for (const type of ['pointerover', 'focusin', 'pointerdown'])
    document.addEventListener(type, consider, { capture: true, passive: true });

  return (address) => {
    const taken = early?.address === address && performance.now() < early.until ? early.data : null;
    if (taken) early = null;
    return taken;
  };
}
