import './styles/index.css';
import { reportWebVitals, webVitalsHandler } from './web-vitals.ts';
import { whenIdle } from './when-idle.ts';

/** What a visitor does first. */
const intents = ['pointerdown', 'touchstart', 'keydown', 'focusin'] as const;

/** Of the element that brought this file: what else every page needs, and the page's own. */
const { modules = '', page = '' } = document.querySelector<HTMLElement>('script[data-modules]')?.dataset ?? {};

/** Fetches everything at once, and runs one module after another with room between for what the visitor does. */
async function bring(): Promise<void> {
  const shared = modules.split(' ').filter(Boolean);
  for (const href of [...shared, page].filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
  for (const address of shared) {
    // What fails here fails below again; the page then stays as it came, which is whole.
    await import(/* @vite-ignore */ address).catch(() => undefined);
    await (globalThis as { scheduler?: { yield?(): Promise<void> } }).scheduler?.yield?.();
  }
  const { takeOver } = await import('./take-over.tsx');
  await takeOver();
}

/**
 * The page is whole before this: it is read, its links lead on and its forms are sent. React takes it over when the browser
 * has nothing better to do, or at once when the visitor begins to do something.
 */
function start(): void {
  const wanted = new AbortController();
  const takeOver = () => {
    if (wanted.signal.aborted) return;
    wanted.abort();
    void bring();
  };
  for (const intent of intents)
    document.addEventListener(intent, takeOver, { capture: true, passive: true, signal: wanted.signal });
  whenIdle(takeOver);
}

start();
if (webVitalsHandler) void reportWebVitals(webVitalsHandler);
