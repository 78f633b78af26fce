import { isPlainLeftClick } from '../parts/plain-left-click.ts';
import { isSearchShortcut } from '../parts/search-keys.ts';
import { holdTyping, sendTyping } from '../parts/search-typing.ts';

// Before hydration, most of a page works without a script: links lead on, forms are sent, details open. A link with the
// attribute `data-held` does more on a hydrated page: it opens the search dialog or changes a part of the page. A click
// on such a link, and a keyboard shortcut of the search, is held until the page is hydrated, and then replayed.

/** Milliseconds without a loaded module after which the held link is followed as without a script. */
const holdTimeout = 2_000;

const listening = new AbortController();
let heldLink: HTMLAnchorElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let isCodeLoaded = false;
let handleHeldLink: (link: HTMLAnchorElement) => void = () => undefined;

/** Stops holding events, and returns the link that was clicked last. */
function stopHolding(): HTMLAnchorElement | null {
  listening.abort();
  clearTimeout(timer);
  const link = heldLink;
  heldLink = null;
  return link;
}

/** Follows the held link as without a script, because the page cannot be hydrated in time. */
export function followHeldLink(): void {
  const link = stopHolding();
  if (link && !sendTyping()) location.assign(link.href);
}

/** Restarts the timeout of the held event, because a module was loaded. */
export function extendHold(): void {
  clearTimeout(timer);
  if (heldLink && !isCodeLoaded) timer = setTimeout(followHeldLink, holdTimeout);
}

/**
 * Holds events without a timeout from now on, because all code is loaded. Hydration may take long on a slow processor.
 */
export function holdUntilHydrated(): void {
  isCodeLoaded = true;
  clearTimeout(timer);
}

/** Returns the link that an event should activate on the hydrated page; null for every other event. */
function findHeldLink(event: Event): HTMLAnchorElement | null {
  if (event instanceof KeyboardEvent)
    return isSearchShortcut(event) ? document.querySelector<HTMLAnchorElement>('a[data-held=search]') : null;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-held]');
  return isPlainLeftClick(event as MouseEvent) ? link : null;
}

/** Holds clicks and shortcuts from now on. Calls `hydrate` for each. */
export function holdEvents(hydrate: () => void): void {
  function hold(event: Event): void {
    const link = findHeldLink(event);
    if (!link) return;
    // React may be hydrating the page already, and would handle the event too.
    event.stopPropagation();
    event.preventDefault();
    heldLink = link;
    if (link.dataset.held === 'search') holdTyping(link.pathname);
    if (timer === undefined) extendHold();
    handleHeldLink(link);
    hydrate();
  }
  for (const type of ['click', 'keydown'])
    document.addEventListener(type, hold, { capture: true, signal: listening.signal });
}

/**
 * Sets the function that is called with each held link, also with one that is held already, so that its code and data
 * can be prefetched.
 */
export function setHeldLinkListener(listener: (link: HTMLAnchorElement) => void): void {
  handleHeldLink = listener;
  if (heldLink) listener(heldLink);
}

/** Clicks the held link on the hydrated page. */
export function replayHeldEvent(): void {
  stopHolding()?.click();
}
