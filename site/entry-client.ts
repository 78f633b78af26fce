import './styles/index.css';
import { reportWebVitals, webVitalsHandler } from './web-vitals.ts';
import { whenIdle } from './when-idle.ts';

/** What a visitor does first. */
const intents = ['pointerdown', 'touchstart', 'keydown', 'focusin'] as const;

/**
 * The page is whole before this: it is read, its links lead on and its forms are sent. React takes it over when the browser
 * has nothing better to do, or at once when the visitor begins to do something.
 */
function start(): void {
  const wanted = new AbortController();
  const takeOver = () => {
    if (wanted.signal.aborted) return;
    wanted.abort();
    void import('./take-over.tsx').then((module) => module.takeOver());
  };
  for (const intent of intents)
    document.addEventListener(intent, takeOver, { capture: true, passive: true, signal: wanted.signal });
  whenIdle(takeOver);
}

start();
if (webVitalsHandler) void reportWebVitals(webVitalsHandler);
