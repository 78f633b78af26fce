import { isPlainPress } from './parts/plain-press.ts';
import { asksForSearch } from './parts/search-keys.ts';

// What a visitor asks for before the page is hydrated. Most of it works without a script: links lead on, forms are sent,
// details open. A link marked with `data-held` does something better on the page itself, so a press on it waits for the
// hydrated page, and so do the keys that open the search.

/** Milliseconds for which a press waits for the next piece of code, before its link is followed as without a script. */
const patience = 2_000;

const listening = new AbortController();
let held: HTMLAnchorElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let isCodeThere = false;
let prepare: (link: HTMLAnchorElement) => void = () => undefined;

/** Ends the holding, and returns the link that was pressed last. */
function endHolding(): HTMLAnchorElement | null {
  listening.abort();
  clearTimeout(timer);
  const link = held;
  held = null;
  return link;
}

/** Follows the link that was pressed last; for a page whose code does not arrive in time. */
export function followHeldLink(): void {
  const link = endHolding();
  if (link) location.assign(link.href);
}

/** Waits anew: a piece of code has arrived. A slow processor is no reason to give up, so with the last piece waiting has no end. */
export function extendWait(isLast = false): void {
  isCodeThere ||= isLast;
  clearTimeout(timer);
  if (held && !isCodeThere) timer = setTimeout(followHeldLink, patience);
}

/** Returns the link that an event asks to open on the page itself. */
function askedLink(event: Event): HTMLAnchorElement | null {
  if (event instanceof KeyboardEvent)
    return asksForSearch(event) ? document.querySelector<HTMLAnchorElement>('a[data-held=search]') : null;
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-held]');
  return isPlainPress(event as MouseEvent) ? link : null;
}

/** Holds presses from now on; `hydrate` starts what they wait for. */
export function holdFirstActions(hydrate: () => void): void {
  const hold = (event: Event) => {
    const link = askedLink(event);
    if (!link) return;
    // React, which may be hydrating the page, would answer the press too.
    event.stopPropagation();
    event.preventDefault();
    held = link;
    if (timer === undefined) extendWait();
    prepare(link);
    hydrate();
  };
  for (const type of ['click', 'keydown'])
    document.addEventListener(type, hold, { capture: true, signal: listening.signal });
}

/** Calls back with each link that is held, one that was held already included, so that its code and data can come early. */
export function onHeldLink(listener: (link: HTMLAnchorElement) => void): void {
  prepare = listener;
  if (held) listener(held);
}

/** Presses the held link, now that the page is hydrated and answers by itself. */
export function replayFirstAction(): void {
  endHolding()?.click();
}
