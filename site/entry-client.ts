import './styles/index.css';
import { extendWait, followHeldLink, holdFirstActions } from './first-action.ts';
import { isCodeFailure, loadCode } from './load-code.ts';
import { keepsAnything } from './storage.ts';
import type {} from './web-vitals.ts';
import { whenIdle } from './when-idle.ts';

/** What a visitor does first: presses, types, reads on, or points, which `isMove` tells from a pointer that rests. */
const intents = ['pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin', 'pointermove'] as const;

let place: string | undefined;

/** Whether a pointer has moved: browsers tell a new page of one that rests above it, too. */
function isMove({ screenX, screenY }: PointerEvent): boolean {
  const before = place;
  place = `${screenX} ${screenY}`;
  return before !== undefined && before !== place;
}

/**
 * Of the element that brought this file: what else every page needs, the page's own code, what its first view counts for, and
 * the zone of the times it shows where nobody chose one.
 */
const {
  modules = '',
  page = '',
  view,
  zone,
} = document.querySelector<HTMLElement>('script[data-modules]')?.dataset ?? {};

/** Fetches everything at once, and runs one module after another with room between for what the visitor does. */
async function loadModules(): Promise<void> {
  const shared = modules.split(' ').filter(Boolean);
  for (const href of [...shared, page].filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  for (const address of shared) {
    await loadCode(() => import(/* @vite-ignore */ address));
    extendWait();
    await (globalThis as { scheduler?: { yield?(): Promise<void> } }).scheduler?.yield?.();
  }
  const { takeOver } = await loadCode(() => import('./take-over.tsx'));
  await takeOver();
}

/**
 * The page is whole before this: it is read, its links lead on and its forms are sent, so who only looks is sent no more. React
 * takes it over when the visitor begins to do something; where there is something to show that only this device knows, as soon as
 * the browser has nothing better to do.
 */
function start(): void {
  const wanted = new AbortController();
  const takeOver = (event?: Event) => {
    if (wanted.signal.aborted || (event?.type === 'pointermove' && !isMove(event as PointerEvent))) return;
    wanted.abort();
    loadModules().catch((error: unknown) => {
      followHeldLink();
      // Where code does not arrive, the page stays as it came, which is whole.
      if (!isCodeFailure(error)) throw error;
    });
  };
  for (const intent of intents)
    document.addEventListener(intent, takeOver, { capture: true, passive: true, signal: wanted.signal });
  holdFirstActions(takeOver);
  const isElsewhere = zone !== undefined && zone !== Intl.DateTimeFormat().resolvedOptions().timeZone;
  // While developing every page is hydrated at once: only a page that runs its modules is told of edits.
  if (isElsewhere || keepsAnything() || import.meta.env.DEV) whenIdle(() => takeOver());
}

start();
// A view that is lost is no matter of the visitor's.
if (view) whenIdle(() => void import('./first-view.ts').then((code) => code.recordFirstView()).catch(() => undefined));
// Only who puts the site on a home screen needs it, so it does not come before what is read.
whenIdle(() =>
  document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: '/site.webmanifest' })),
);
whenIdle(() => {
  const { webVitalsHandler } = window;
  if (webVitalsHandler)
    import('./web-vitals.ts').then(({ reportWebVitals }) => reportWebVitals(webVitalsHandler)).catch(() => undefined);
});
