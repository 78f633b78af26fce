import { hasStoredItems } from '../device/storage.ts';
import { extendHold, followHeldLink, holdEvents } from './event-replay.ts';
import { isCodeFailure, loadCode } from './load-code.ts';
import { runWhenLoadedAndIdle } from './when-idle.ts';

/** Events with which a visitor begins to interact. */
const interactionEvents = [
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
  'pointermove',
] as const;

interface PageCode {
  /** Addresses of the modules that every page needs, each after the modules that it imports. */
  modules: readonly string[];
  /** Address of the page's own module; '' on the error screen and while developing. */
  page: string;
}

/** Loads the stylesheet of the whole site, which the page has disabled. Other pages need it. */
function loadStyles(): Promise<unknown> | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[disabled]');
  if (!link) return;
  return loadCode(
    () =>
      new Promise((onload, onerror) => {
        link.disabled = true;
        Object.assign(link, { onload, onerror, disabled: false });
      }),
  );
}

/**
 * Fetches styles and modules at once, but evaluates the modules one after another, so that the browser can handle input
 * between them.
 */
async function loadModules({ modules, page }: PageCode): Promise<void> {
  const styles = loadStyles();
  for (const href of [...modules, page].filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  for (const address of modules) {
    await loadCode(() => import(/* @vite-ignore */ address));
    extendHold();
    await (globalThis as { scheduler?: { yield?(): Promise<void> } }).scheduler?.yield?.();
  }
  await styles;
}

async function hydrate(code: PageCode): Promise<void> {
  try {
    await loadModules(code);
    const { hydratePage } = await loadCode(() => import('./hydrate.tsx'));
    await hydratePage();
  } catch (error) {
    followHeldLink();
    // Without the code the page stays as the server rendered it, and works.
    if (!isCodeFailure(error)) throw error;
  }
}

let lastPosition: string | undefined;

/** Returns whether the pointer moved: on a new page browsers dispatch `pointermove` for a resting pointer too. */
function hasPointerMoved({ screenX, screenY }: PointerEvent): boolean {
  const position = `${screenX} ${screenY}`;
  const hasMoved = lastPosition !== undefined && lastPosition !== position;
  lastPosition = position;
  return hasMoved;
}

interface RenderedPage extends PageCode {
  /** Time zone of the times on the page; undefined if the page shows none, or if the visitor chose the zone. */
  timeZone: string | undefined;
}

/**
 * Hydrates the page when the visitor begins to interact. A page that has to show something of this device, such as a
 * stored choice or times in its own zone, is hydrated as soon as the browser is idle.
 */
export function hydrateOnInteraction({ timeZone, ...code }: RenderedPage): void {
  const listening = new AbortController();
  function start(event?: Event): void {
    if (listening.signal.aborted || (event?.type === 'pointermove' && !hasPointerMoved(event as PointerEvent))) return;
    listening.abort();
    void hydrate(code);
  }
  for (const type of interactionEvents)
    document.addEventListener(type, start, { capture: true, passive: true, signal: listening.signal });
  holdEvents(start);
  const isInOtherZone = timeZone !== undefined && timeZone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
  // While developing every page is hydrated, because only running modules are replaced after an edit.
  if (isInOtherZone || hasStoredItems() || import.meta.env.DEV) runWhenLoadedAndIdle(() => start());
}
